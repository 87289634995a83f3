// The extension in the real thing: what is typed, yaml-language-server beside it (beside.mjs), Go with gopls
// (go.mjs), status bar, views, test suites,
// grammar, other YAML, a lost server, a wrong path.
//
//     tests/editors/shared.sh views [--shots DIR] [--only start|typed|edits|evaluated|closed|kustomized|since|beside|go|dark|light|suites|trouble]
//
// Knows what a user is to see. code-server, Chromium's driver and Node are those that the shared drivers' set-up
// has put into their folder; the extension is the package that users install, with the server in it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beside } from './beside.mjs';
import { go } from './go.mjs';
import { start } from './start.mjs';
import { checks, expect, failures, options, repository, sleep, until, wait, withWorkbench } from './workbench.mjs';

async function views(theme) {
  // A server that says which process it is, so that it can be taken away.
  const here = fs.mkdtempSync(path.join(os.tmpdir(), 'crdls-server-'));
  const pids = path.join(here, 'pids');
  const wrapper = path.join(here, 'crdls');
  fs.writeFileSync(wrapper, `#!/bin/sh\necho $$ >> ${pids}\nexec ${path.resolve(options.server)} "$@"\n`, { mode: 0o755 });
  await withWorkbench(theme, 'examples', { 'crdls.path': wrapper, 'workbench.colorTheme': theme }, async (w) => {
    const kind = theme.includes('Dark') ? 'dark' : 'light';
    await w.open('good/pizza-margherita.yaml');
    await until(`${kind}: the status bar names minor and CRDs`, async () => /K8s 1\.\d+ · [1-9]\d* CRDs/.test(await w.status()) && w.status(), { ms: 30_000 });
    expect((await w.squiggles()) === 0, `${kind}: a good custom resource has no squiggles`);
    await w.command('crdls: Preview Stored Object');
    const diff = await until(`${kind}: the preview of the stored object`, () => w.page.evaluate(() => { const text = document.querySelector('.monaco-diff-editor')?.textContent ?? ''; return text.replaceAll('\u00a0', ' ').includes('side: both') && text; }), { shown: () => 'with the default side: both' });
    expect(diff?.includes('grams'), `${kind}: it shows the object`);
    await w.shot(`stored-${kind}`);
    await w.page.keyboard.press('Control+W');
    await w.open('good/pizzas.yaml');
    await w.command('crdls: Preview Printer Columns');
    const columns = await until(`${kind}: the printer columns`, async () => { const view = await w.view(); return view?.text.includes('margherita') && view; }, { shown: (view) => view.text });
    expect(columns?.text.includes('QUANTITY') && columns.text.includes('large'), `${kind}: they show cells`);
    expect(columns?.links > 0 && columns.scripts === 0, `${kind}: they are followed by keyboard, and run no script`, `${columns?.links} links`);
    await w.shot(`columns-${kind}`);
    await w.page.keyboard.press('Control+W');
    await w.open('broken/orders.yaml');
    await wait(() => w.page.evaluate(() => /[1-9]/.test(document.getElementById('status.problems')?.textContent ?? '')));
    await w.command('crdls: Show Cost Report');
    const cost = await until(`${kind}: the cost report`, async () => { const view = await w.view(); return view?.text.includes('over the limit') && view; }, { shown: (view) => view.text });
    expect(cost?.text.includes('exists_one') && cost.text.includes('maxItems'), `${kind}: it shows the rule and what drives it`);
    await w.shot(`cost-${kind}`);
    await w.page.keyboard.press('Control+W');
    await w.open('broken/pizza-hawaii.yaml');
    await until(`${kind}: the findings of a custom resource whose CRD is in another file`, async () => (await w.squiggles()) > 2 && `${await w.squiggles()} squiggles`);
    await w.page.keyboard.press('F8');
    await w.shot(`findings-${kind}`);
    await w.page.keyboard.press('Escape');
    if (kind === 'light') return;
    await w.command('crdls: Explain a Code, Field or Function');
    await w.pick('missing-type');
    await until('the page of a code', async () => { for (const frame of w.page.frames()) if (await frame.evaluate(() => document.querySelector('h1')?.textContent === 'missing-type').catch(() => false)) return true; return false; });
    await w.page.keyboard.press('Control+W');
    // Another minor, by a click.
    await w.page.locator('[id$="crdls.status"] a').first().click();
    await w.pick('1.33');
    await until('the minor that was chosen is in force', async () => (await w.status()).startsWith('K8s 1.33'));
    expect(JSON.parse(fs.readFileSync(path.join(w.folder, '.vscode/settings.json'), 'utf8'))['crdls.kubernetes'] === '1.33', 'the choice is a setting of the workspace');
    // YAML of no kind.
    await w.open('values.yaml');
    await sleep(1500);
    expect((await w.squiggles()) === 0, 'YAML that is no manifest has no findings');
    // A server that falls over is there again, with what it found.
    await w.open('broken/pizza-hawaii.yaml');
    await wait(async () => (await w.squiggles()) > 2);
    const starts = () => fs.readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    process.kill(starts()[0], 'SIGKILL');
    await until('a server that is killed is started again', async () => starts().length === 2 && (await w.status()).startsWith('K8s') && `${starts().length} starts`);
    await until('its findings are there again', async () => (await w.squiggles()) > 2 && `${await w.squiggles()} squiggles`);
    expect((await w.notifications()).length === 0, 'it is no message', await w.notifications());
  });
  fs.rmSync(here, { recursive: true, force: true });
}

/** What is chosen from the menu stands in the text. */
async function typed() {
  const story = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8'));
  await withWorkbench('what is typed', story.workspace, { 'editor.wordBasedSuggestions': 'off' }, async (w) => {
    for (const { file, completion } of [story.crd, story.rule, story.instance]) {
      await w.open(file);
      await wait(async () => (await w.status()).startsWith('K8s'), 30_000);
      const before = w.text(file);
      const line = before.split('\n').findIndex((text) => text.includes(completion.under ?? completion.behind)) + 1;
      await w.behind(line);
      if (completion.under) await w.page.keyboard.press('Enter');
      const labels = await w.complete(completion.typed, completion.offers);
      expect(labels.includes(completion.offers), `${file}: the menu behind ${completion.typed.trim()}`, labels.join(', '));
      await w.save();
      const count = (text) => text.split(completion.writes).length;
      const added = () => w.text(file).split('\n').filter((text) => !before.split('\n').includes(text)).map((text) => text.trim());
      await wait(async () => count(w.text(file)) > count(before), 5_000);
      expect(count(w.text(file)) > count(before), `${file}: what was chosen of it is in the text`, added().join(' / '));
    }
  });
}

/** In a custom resource: a fix, a completion inside quotes that the editor closed, one in JSON; a lens that is clicked. */
async function edits() {
  const story = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8'));
  const { fix, quoted, json } = story.edits;
  await withWorkbench('edits', story.workspace, { 'editor.wordBasedSuggestions': 'off' }, async (w) => {
    await w.open(fix.file);
    await until('the finding of a custom resource', async () => (await w.squiggles()) > 0, { ms: 30_000 });
    const titles = await w.fix(await w.place(fix.file, fix.at), fix.title);
    expect(titles.includes(fix.title), 'the fixes of a custom resource', titles);
    await w.save();
    await until('the fix is in the text', () => Promise.resolve(w.text(fix.file).includes(fix.after) && fix.after), { ms: 5_000 });
    await until('it mends the finding', async () => (await w.squiggles()) === 0);
    await w.replace(quoted.file, fix.after, fix.after.split(' ')[0]);
    await w.behind((await w.place(quoted.file, fix.after.split(' ')[0]))[0]);
    // The quote that the editor adds stands behind the cursor.
    const values = await w.complete(` "${quoted.typed}`, quoted.offers);
    expect(values.includes(quoted.offers), 'a completion inside quotes, the menu', values);
    await w.save();
    await until('a completion inside quotes, the text', () => Promise.resolve(w.text(quoted.file).includes(`${quoted.writes}\n`) && quoted.writes), { ms: 5_000 });
    await w.open(json.file);
    await w.behind((await w.place(json.file, json.behind))[0]);
    await w.page.keyboard.type(',');
    await w.page.keyboard.press('Enter');
    const keys = await w.complete(json.typed, json.offers);
    expect(keys.includes(json.offers), 'a completion in JSON, the menu', keys);
    await w.save();
    const parsed = () => { try { return JSON.parse(w.text(json.file)); } catch { return undefined; } };
    await until('a completion in JSON, the text', () => Promise.resolve(w.text(json.file).includes(json.writes) && parsed() && w.text(json.file).split('\n').find((line) => line.includes(json.writes))), { ms: 5_000 });
    await w.open(story.rule.file);
    const lens = () => w.page.locator('.codelens-decoration a', { hasText: 'objects in the workspace' }).first();
    await until('a code lens counts the resources', async () => (await lens().isVisible()) && lens().textContent());
    await lens().click();
    await until('a click lists them', () => w.page.evaluate(() => document.querySelector('.peekview-widget .ref-tree, .reference-zone-widget .ref-tree')?.textContent.includes('dial') && document.querySelector('.ref-tree').textContent));
    await w.page.keyboard.press('Escape');
    // The server itself runs this one, and has the editor show what it made.
    await w.page.locator('.codelens-decoration a', { hasText: 'sample' }).first().click();
    await until('a sample of the version', () => w.page.evaluate(() => document.querySelector('.tab.active')?.textContent.includes('dials.sample.yaml') && document.querySelector('.tab.active').textContent));
    fs.writeFileSync(path.join(w.folder, 'crdls.toml'), "kubernets = '1.36'\n");
    await w.open('crdls.toml');
    await until('a misspelt setting is marked, once', async () => (await w.squiggles()) === 1);
    const near = await w.fix([1, 3], 'Replace with `kubernetes`');
    await w.save();
    await until('its fix', () => Promise.resolve(w.text('crdls.toml') === "kubernetes = '1.36'\n" && near), { ms: 5_000 });
    await w.open(story.rule.file);
    await until('the setting is in force', async () => (await w.status()).startsWith('K8s 1.36'));
  });
}

/** A rule evaluated by its code lens, in a theme: the page with its parts, their values beside them, an object that fails it. */
async function evaluated(theme) {
  const story = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8'));
  const { file, rule, lens, page, shows, hints, failing } = story.evaluated;
  const kind = theme.includes('Dark') ? 'dark' : 'light';
  // The page would take the tab of a file that is only looked at.
  const settings = { 'workbench.colorTheme': theme, 'workbench.editor.enablePreview': false };
  await withWorkbench(`a rule evaluated, ${kind}`, story.workspace, settings, async (w) => {
    await w.open(file);
    await wait(async () => (await w.status()).startsWith('K8s'), 30_000);
    await w.go(await w.place(file, rule));
    const lenses = (title) => w.page.locator('.codelens-decoration a').filter({ hasText: new RegExp(`^${title}$`) }).first();
    const tab = () => w.page.evaluate(() => document.querySelector('.tab.active')?.textContent ?? '');
    const editors = () => w.page.evaluate(() => [...document.querySelectorAll('.editor-instance .view-lines')].map((one) => one.textContent).join('\n').replaceAll('\u00a0', ' '));
    await until(`${kind}: the code lenses of a rule`, async () => (await lenses(lens).isVisible()) && lenses(failing.lens).textContent());
    await lenses(lens).click();
    await until(`${kind}: a click opens the page`, async () => (await tab()).includes(page) && tab());
    for (const part of shows) await until(`${kind}: it has the values in ${part}`, async () => (await editors()).includes(part) && part);
    // Both at once, with room for the lines.
    await w.command('View: Move Editor into Group Below');
    await w.command('View: Toggle Primary Side Bar Visibility');
    await w.page.locator('.tab').filter({ hasText: new RegExp(`^${file}`) }).first().click();
    await w.go(await w.place(file, rule));
    for (const value of hints) await until(`${kind}: the value of a part is beside it: ${value}`, async () => (await editors()).includes(value) && value);
    await w.page.mouse.move(900, 600);
    await sleep(500);
    await w.shot(`evaluated-${kind}`);
    await lenses(failing.lens).click();
    await until(`${kind}: an object that fails it is opened`, async () => (await tab()).includes(failing.page) && (await editors()).includes(failing.shows) && tab());
  });
}

/** A custom resource that is not open: what an edit of its CRD makes of it, and a rename that reaches it. */
async function closed() {
  const story = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8'));
  const { crd, file, code, change, rename } = story.closed;
  await withWorkbench('a file that is not open', story.workspace, { 'problems.defaultViewMode': 'table' }, async (w) => {
    await w.open(crd);
    const codes = async () => (await w.problems(file)).map((row) => row.code);
    const broken = async () => (await codes()).some((found) => found.includes(code));
    await until(`${file}, not open: the finding ${code}`, async () => (await broken()) && codes(), { ms: 30_000 });
    await w.replace(crd, change.replace, change.by);
    await until('an edit of its CRD mends it', async () => !(await broken()));
    await w.replace(crd, change.by, change.replace);
    await until('the edit taken back breaks it again', async () => (await broken()) && codes());
    await w.rename(await w.place(crd, rename.at), rename.to);
    const apply = w.page.locator('.bulk-edit-panel .monaco-button', { hasText: 'Apply' }).first();
    await until('a rename that reaches a file that is not open asks first', () => apply.isVisible());
    await w.page.locator('.bulk-edit-panel .monaco-list-row', { hasText: file }).locator('input[type=checkbox], .monaco-checkbox, .edit-checkbox').first().click();
    await w.shot('refactor-preview');
    await apply.click();
    await until(`the rename is in ${file}`, () => Promise.resolve(w.text(file).includes(rename.after) && rename.after));
    await until('and in the CRD', () => Promise.resolve(w.text(crd).includes(`${rename.to}:`) && `${rename.to}:`));
  });
}

/** A patch of an overlay: a finding in it, what is built of it, its base, another name for a field, and completion. */
async function kustomized(theme) {
  const { kustomized: wanted } = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8'));
  const { workspace, patch, base, crd, code, change, built, page, name, hover, rename, completion } = wanted;
  const kind = theme.includes('Dark') ? 'dark' : 'light';
  const settings = { 'workbench.colorTheme': theme, 'problems.defaultViewMode': 'table', 'editor.wordBasedSuggestions': 'off', 'workbench.editor.enablePreview': false };
  await withWorkbench(`kustomized, ${kind}`, workspace, settings, async (w) => {
    const tab = () => w.page.evaluate(() => document.querySelector('.tab.active')?.textContent ?? '');
    const texts = () => w.page.evaluate(() => [...document.querySelectorAll('.editor-instance .view-lines')].map((one) => one.textContent).join('\n').replaceAll('\u00a0', ' '));
    const found = async () => (await w.problems(path.basename(patch))).find((row) => row.code.includes(code));
    await w.open(patch);
    await until(`${kind}: the finding ${code} in a patch`, async () => (await found())?.message, { ms: 30_000 });
    await w.open(patch);
    await w.replace(patch, change.replace, change.by);
    await until(`${kind}: an edit of the patch fixes it`, async () => !(await found()));
    await w.command('View: Hide Panel');
    await w.command('View: Toggle Primary Side Bar Visibility');
    await w.open(patch);
    await w.command('crdls: Preview Built Objects');
    await until(`${kind}: the built objects are next to the patch`, async () => (await texts()).includes(built) && (await texts()).includes(`marks: ${change.by}`) && (await texts()).split('marks:').length > 2);
    const tabs = await w.page.evaluate(() => [...document.querySelectorAll('.tab')].map((one) => one.textContent));
    expect(tabs.some((title) => title.includes(page)), `${kind}: they have a page of their own`, tabs);
    await w.page.setViewportSize({ width: 1280, height: 320 });
    await w.shot(`built-${kind}`);
    await w.page.setViewportSize({ width: 1280, height: 760 });
    await w.page.keyboard.press('Control+W');
    await w.open(patch);
    await w.go(await w.place(patch, name));
    await w.page.keyboard.press('F12');
    await until(`${kind}: the definition of its name is in the base`, async () => (await tab()).includes(path.basename(base)) && tab());
    const shown = (await w.hover(await w.place(base, hover.at))).join(' ');
    expect(shown.includes(hover.shows.replaceAll('`', '')), `${kind}: a hover in the base shows the built value`, shown);
    await w.open(patch);
    await w.rename(await w.place(patch, rename.at), rename.to);
    const apply = w.page.locator('.bulk-edit-panel .monaco-button', { hasText: 'Apply' }).first();
    await until(`${kind}: a rename that reaches a file that is not open asks first`, () => apply.isVisible());
    await w.page.locator('.bulk-edit-panel .monaco-list-row', { hasText: path.basename(crd) }).locator('input[type=checkbox], .monaco-checkbox, .edit-checkbox').first().click();
    await apply.click();
    await w.command('File: Save All');
    for (const file of [patch, base, crd]) await until(`${kind}: a rename in the patch reaches ${file}`, () => Promise.resolve(w.text(file).includes(rename.after) && rename.after));
    await w.open(patch);
    await w.behind((await w.place(patch, completion.under))[0]);
    await w.page.keyboard.press('Enter');
    const labels = await w.complete(completion.typed, completion.offers);
    expect(labels.includes(completion.offers), `${kind}: the menu in a patch`, labels);
    await w.save();
    await until(`${kind}: what was chosen of it is in the text`, () => Promise.resolve(w.text(patch).includes(completion.writes) && completion.writes), { ms: 5_000 });
    expect((await w.notifications()).length === 0, `${kind}: no message`, await w.notifications());
  });
}

/** A CRD that is changed after it was committed: the finding, its fix, and the two texts side by side, in both themes. */
async function since() {
  const { since: wanted } = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8'));
  for (const theme of ['Default Dark Modern', 'Default Light Modern']) {
    const kind = theme.includes('Dark') ? 'dark' : 'light';
    await withWorkbench(`since, ${kind}`, 'tests/editors/workspace', { 'crdls.since': 'HEAD', 'workbench.colorTheme': theme, 'problems.defaultViewMode': 'table' }, async (w) => {
      commit(w.folder);
      await w.open(wanted.file);
      await wait(async () => (await w.status()).startsWith('K8s'), 30_000);
      await w.replace(wanted.file, wanted.change.replace, wanted.change.by);
      await w.go([1]);
      const lens = () => w.page.locator('.codelens-decoration a', { hasText: wanted.lens }).first();
      await until(`${kind}: a code lens says since when`, async () => (await lens().isVisible()) && lens().textContent());
      await lens().click();
      const text = await until(`${kind}: a click shows both texts`, () => w.page.evaluate((old) => { const text = (document.querySelector('.monaco-diff-editor')?.textContent ?? '').replaceAll('\u00a0', ' '); return text.includes(old) && text; }, wanted.old), { shown: () => wanted.old });
      expect(text?.includes(wanted.change.by), `${kind}: the new one is beside it`, wanted.change.by);
      await until(`${kind}: the breaking change is marked in it`, async () => (await w.squiggles()) > 0);
      await w.shot(`changes-${kind}`);
      await w.page.keyboard.press('Control+W');
      if (kind === 'light') return;
      await w.open(wanted.file);
      const found = async () => (await w.problems(wanted.file)).find((row) => row.code.includes(wanted.finding.code) && row.message.includes(wanted.finding.says));
      await until(`the breaking change ${wanted.finding.code}`, async () => (await found())?.message);
      await w.open(wanted.file);
      const titles = await w.fix(await w.place(wanted.file, wanted.hover.at), wanted.fix);
      expect(titles.includes(wanted.fix), 'the fixes of a breaking change', titles);
      await w.save();
      await until('the fix is in the text', () => Promise.resolve(w.text(wanted.file).includes(wanted.old) && wanted.old), { ms: 5_000 });
      await until('nothing is breaking any more', async () => !(await found()));
    });
  }
}

/** Makes a commit of what a folder has. */
function commit(folder) {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  for (const args of [['init', '-q'], ['add', '-A'], ['commit', '-q', '-m', 'first']]) spawnSync('git', [...author, ...args], { cwd: folder, env });
}

/** A test suite: results beside its cases, the Test Explorer, coverage, and what a rule says of its cases. */
async function suites(theme) {
  const story = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8'));
  const { file, crd, code, fix, after, change, rule } = story.suites;
  const kind = theme.includes('Dark') ? 'dark' : 'light';
  await withWorkbench(`test suites, ${kind}`, story.workspace, { 'workbench.colorTheme': theme, 'problems.defaultViewMode': 'table', 'testing.automaticallyOpenTestResults': 'neverOpen' }, async (w) => {
    const lenses = () => w.page.evaluate(() => [...document.querySelectorAll('.codelens-decoration a')].map((lens) => lens.textContent));
    await w.open(file);
    await until(`${kind}: results beside the cases`, async () => { const all = await lenses(); return all.includes('passes') && all.some((title) => title.startsWith('fails: ')) && all; }, { ms: 40_000 });
    await w.command('Testing: Focus on Test Explorer View');
    const rows = () => w.page.evaluate(() => [...document.querySelectorAll('.test-explorer .monaco-list-row')].map((row) => (row.getAttribute('aria-label') ?? row.textContent).replaceAll('\u00a0', ' ')));
    await until(`${kind}: the Test Explorer lists the suite`, async () => (await rows()).some((row) => row.includes('Dials')) && rows());
    await w.command('Test: Run All Tests');
    const failed = () => w.page.evaluate(() => document.querySelectorAll('.test-explorer .testing-run-glyph, .test-explorer .codicon-testing-failed-icon').length > 0);
    await until(`${kind}: a run shows what failed`, async () => (await failed()) && rows());
    await w.page.locator('.test-explorer .monaco-list-row', { hasText: 'Dials' }).first().click();
    await w.page.keyboard.press('ArrowRight');
    await wait(async () => (await rows()).some((row) => row.includes('Should fill in the marks')), 5_000);
    expect((await rows()).some((row) => row.includes('Should fill in the marks')), `${kind}: with its cases`, await rows());
    await w.shot(`suites-${kind}`);
    if (kind === 'dark') {
      await w.command('Test: Run All Tests with Coverage');
      await w.open(crd);
      await until('the coverage of the CRD', () => w.page.evaluate(() => document.querySelectorAll('.coverage-deco-gutter, .coverage-deco-inline').length > 0));
      await w.shot('suites-coverage');
      await w.go(await w.place(crd, 'rule: self.needle'));
      await until('a rule says which cases meet it', async () => { const all = await lenses(); return all.includes(rule.title) && all; });
      await w.page.locator('.codelens-decoration a', { hasText: rule.title }).first().click();
      await until('a click lists them', () => w.page.evaluate(() => document.querySelector('.ref-tree')?.textContent.includes('needle') && document.querySelector('.ref-tree').textContent));
      await w.shot('suites-rule');
      await w.page.keyboard.press('Escape');
      const before = w.text(file);
      await w.page.locator('.codelens-decoration a', { hasText: 'add a case' }).first().click();
      await until('a case is added, and shown', () => w.page.evaluate((name) => document.querySelector('.tab.active')?.textContent.includes(name), file));
      await w.save();
      await until('it is in the suite', () => Promise.resolve(w.text(file) !== before && w.text(file).includes('Should meet the rule of spec') && 'Should meet the rule of spec'));
    }
    await w.open(file);
    const titles = await w.fix(await w.place(file, 'marks: 9'), fix);
    expect(titles.includes(fix), `${kind}: the fixes of a case that fails`, titles);
    await w.save();
    await until(`${kind}: the answer is expected`, () => Promise.resolve(w.text(file).includes(after) && after));
    await until(`${kind}: all pass`, async () => (await lenses()).some((title) => title.endsWith('all pass')) && lenses());
    await w.open(crd);
    await w.replace(crd, change.replace, change.by);
    await w.open(file);
    await until(`${kind}: an edit of the CRD fails the case`, async () => (await lenses()).some((title) => title.startsWith('fails: ')) && lenses());
    expect((await w.problems(file)).some((row) => row.code.includes(code)), `${kind}: it is a problem`, code);
  });
}

/** One message that says what to do, and a status bar item that says that nothing runs. */
async function trouble(name, command, words, starts) {
  const here = fs.mkdtempSync(path.join(os.tmpdir(), 'crdls-trouble-'));
  const log = path.join(here, 'starts');
  fs.writeFileSync(path.join(here, 'crashing'), `#!/bin/sh\necho $$ >> ${log}\nexit 3\n`, { mode: 0o755 });
  await withWorkbench(name, 'examples', { 'crdls.path': command.replace('HERE', here) }, async (w) => {
    await w.open('good/pizzas.yaml');
    await until(`${name}: the message`, async () => (await w.notifications()).find((text) => text.includes(words)), { ms: 40_000 });
    await sleep(6_000); // longer than the last delay before a start
    expect((await w.notifications()).length === 1, `${name}: it is one`, `${(await w.notifications()).length} message`);
    expect((await w.status()).includes('crdls') && !(await w.status()).includes('K8s'), `${name}: the status bar says that nothing runs`, await w.status());
    const started = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n').length : 0;
    expect(started === starts, `${name}: started ${starts} times, then rest`, `${started} starts`);
  });
  fs.rmSync(here, { recursive: true, force: true });
}

if (options.shots) fs.mkdirSync(options.shots, { recursive: true });
const plays = {
  start,
  typed,
  edits,
  evaluated: async () => {
    await evaluated('Default Dark Modern');
    await evaluated('Default Light Modern');
  },
  closed,
  kustomized: async () => {
    await kustomized('Default Dark Modern');
    await kustomized('Default Light Modern');
  },
  since,
  beside,
  go: async () => {
    await go('Default Dark Modern');
    await go('Default Light Modern');
  },
  dark: () => views('Default Dark Modern'),
  light: () => views('Default Light Modern'),
  suites: async () => {
    await suites('Default Dark Modern');
    await suites('Default Light Modern');
  },
  trouble: async () => {
    await trouble('a wrong path', '/no/such/crdls', 'crdls.path names /no/such/crdls', 0);
    await trouble('a server that crashes', 'HERE/crashing', 'stopped 4 times', 4);
  },
};
if (options.only && !(options.only in plays)) throw new Error(`--only is one of ${Object.keys(plays).join(', ')}`);
for (const [name, play] of Object.entries(plays)) if (!options.only || options.only === name) await play();
console.log(`vscode: ${checks()} checks, failures ${failures.length}`);
for (const failure of failures) console.error(`failed: vscode: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
