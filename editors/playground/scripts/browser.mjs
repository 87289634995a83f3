// Plays the page in headless Chromium: first findings, a story by keys alone, accessibility, links, bad input, times.
// Prints a line for each check; fails if one does not hold. With a corpus it also times edits of large CRDs; limits of times
// are checked with `--limits`, which is for a quiet machine.
//
// With `--engine` the page is one of `build.mjs --native`, whose engine is that program: it needs its server, so that it is
// not played offline, and is not timed.
//
// node scripts/browser.mjs FOLDER [--shots DIR] [--chromium PROGRAM] [--corpus FOLDER] [--limits] [--engine PROGRAM]
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OPTIONS, check, stage } from './stage.mjs';

const { values: options, positionals: [folder] } = parseArgs({
  allowPositionals: true,
  options: { ...OPTIONS, corpus: { type: 'string' }, engine: { type: 'string' }, limits: { type: 'boolean' } },
});
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { address, browser, shot, close } = await stage(folder, options);

const status = (page) => page.textContent('#status');
/** Waits for a check. It is told when one ends: a page that is asked again and again has less time for itself. */
const settled = (page, number = 1) =>
  page.evaluate(
    (least) =>
      new Promise((found, failed) => {
        const done = new AbortController();
        const end = (how) => (clearTimeout(timer), done.abort(), how());
        const timer = setTimeout(() => end(() => failed(new Error(`not settled ${least} times`))), 60_000);
        const look = () => window.settled.length >= least && end(found);
        document.addEventListener('crdls-settled', look, { signal: done.signal });
        look();
      }),
    number,
  );
/** How many checks ended, once that of the newest text did: the next to end is of what is done next. */
async function settles(page) {
  await page.waitForFunction(() => !window.edited.some((edit) => edit > window.settled.at(-1)), undefined, { timeout: 60_000 });
  return page.evaluate(() => window.settled.length);
}
/** Does what changes a text, and waits for its check; the page tells the browser, and is asked nothing. */
async function checked(page) {
  const session = await page.context().newCDPSession(page);
  let [checks, told] = [0, () => {}];
  session.on('Runtime.bindingCalled', () => (checks++, told()));
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tellChecked' });
  await page.evaluate(() => document.addEventListener('crdls-settled', () => window.tellChecked('')));
  return async (change) => {
    const before = checks;
    await change();
    if (checks > before) return;
    await new Promise((found, failed) => {
      const timer = setTimeout(() => failed(new Error('the text is not checked')), 60_000);
      told = () => (clearTimeout(timer), found());
    });
  };
}
/** The page is kept for visits without a network, which is the last that it does by itself. */
const kept = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
/** A figure with its limit, which only a quiet machine can keep. */
function figure(what, milliseconds, limit) {
  if (options.engine) return;
  const within = milliseconds <= limit;
  const load = `load ${os.loadavg()[0].toFixed(1)}`;
  if (options.limits) check(`${what}: ${milliseconds.toFixed(1)} ms, at most ${limit} ms`, within, load);
  else console.log(`     ${what}: ${milliseconds.toFixed(1)} ms (${within ? 'within' : 'over'} ${limit} ms; ${load})`);
}
const notice = async (page, pattern) => {
  await page.waitForFunction((source) => new RegExp(source).test(document.getElementById('notice').textContent), pattern.source, { timeout: 30_000 }).catch(() => {});
  const text = await page.textContent('#notice');
  return { text, holds: pattern.test(text) };
};
async function open(context, at = '', script, isQuiet = false) {
  const page = await context.newPage();
  page.on('pageerror', (error) => check('no error in the page', false, String(error)));
  if (script) await page.addInitScript(script);
  // When texts change and are checked, tasks that take long, and how long an input waits for its answer.
  await page.addInitScript(() => {
    Object.assign(window, { edited: [], settled: [], longest: 0, slowest: 0 });
    for (const name of ['edited', 'settled']) {
      document.addEventListener(`crdls-${name === 'edited' ? 'edit' : name}`, ({ timeStamp }) => window[name].push(timeStamp));
    }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime, processingEnd } of list.getEntries()) window.slowest = Math.max(window.slowest, processingEnd - startTime);
    }).observe({ type: 'event', durationThreshold: 16 });
  });
  // A tab that was just made still starts its process.
  if (isQuiet) await page.waitForTimeout(1000);
  await page.goto(address + at, isQuiet ? { waitUntil: 'commit' } : {});
  return page;
}
async function axe(page, what) {
  const { violations } = await page.evaluate(`${axeSource}; axe.run(document, { resultTypes: ['violations'] })`);
  const found = violations.map(({ id, nodes }) => `${id} (${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')})`);
  check(`axe-core, ${what}: ${violations.length} violations`, violations.length === 0, found.join('; '));
}
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);
/** Presses Tab until the focus is where it should be. */
async function tabTo(page, id, most = 60) {
  for (let n = 0; n < most; n++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === id) return true;
  }
  return false;
}

/** Pastes a text into a pane. */
const paste = (of, text, pane = 'crd') =>
  of.evaluate(([pasted, id]) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.querySelector(`#${id} .cm-content`).dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, [text, pane]);
const all = async (of) => {
  await of.focus('#crd .cm-content');
  await of.keyboard.press('Control+a');
};

// First findings.
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
await context.grantPermissions(['clipboard-read', 'clipboard-write']);
const page = await open(context);
await settled(page);
check('an example has findings', /Custom resource: \d+ errors/.test(await status(page)), await status(page));
await shot(page, 'light');

// By keys alone.
await page.keyboard.press('Tab');
check('the first stop is the link to the problems', (await focused(page)) === 'skip');
check('Kubernetes is reached by Tab', await tabTo(page, 'kubernetes'));
check('examples are reached by Tab', await tabTo(page, 'example'));
let before = await settles(page);
await page.keyboard.press('l');
await settled(page, before + 1);
check('a key chooses an example', /^CRD: \d+ \w+/.test(await status(page)), await status(page));
check('Tab leads into an editor', await tabTo(page, 'cm-content') || /cm-content/.test(await focused(page)));
await page.keyboard.press('Control+Home');
await page.keyboard.press('F8');
await page.keyboard.press('Control+.');
await page.waitForSelector('#problems li[data-open]');
check('a key opens the problem at the cursor', (await page.evaluate(() => document.activeElement.getAttribute('aria-expanded'))) === 'true');
await page.waitForFunction(() => !/Looking for fixes/.test(document.querySelector('li[data-open]').textContent));
const problems = async () => [...(await status(page)).matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
const count = await problems();
let fixes = false;
for (let n = 0; n < 12 && !fixes; n++) {
  await page.keyboard.press('Tab');
  fixes = (await focused(page)) === 'fix';
}
check('a fix is reached by Tab', fixes);
before = await settles(page);
await page.keyboard.press('Enter');
await settled(page, before + 1);
check('a fix fixes', (await problems()) < count, `${count} problems, then ${await problems()}`);
check('a view is reached by Tab', await tabTo(page, 'tab-cost', 120));
for (const tab of ['tab-values', 'tab-stored', 'tab-tests', 'tab-explain', 'tab-openapi', 'tab-changes']) {
  await page.keyboard.press('ArrowRight');
  check(`an arrow leads to ${tab}`, (await focused(page)) === tab);
}
await page.keyboard.press('Home');
await page.waitForFunction(() => document.getElementById('view-cost').textContent !== '');
check('the view of costs answers', true, (await page.textContent('#view-cost')).slice(0, 60));

// Completion and hover in an editor.
await page.focus('#crd .cm-content');
await page.keyboard.press('Control+End');
await page.keyboard.type('\n');
await page.keyboard.press('Control+Space');
await page.waitForSelector('.cm-tooltip-autocomplete li', { timeout: 10_000 });
check('completion offers something', true, await page.textContent('.cm-tooltip-autocomplete li'));
await page.keyboard.press('Escape');
await page.hover('#crd .tok-propertyName >> nth=3');
await page.waitForSelector('.cm-tooltip-hover .markdown', { timeout: 10_000 });
check('hover explains a key', true, (await page.textContent('.cm-tooltip-hover .markdown')).slice(0, 60));
await page.mouse.move(0, 0);

// Accessibility, in both themes, wide and narrow, with each view.
before = await settles(page);
await page.selectOption('#example', 'pizza');
await settled(page, before + 1);
for (const theme of ['light', 'dark']) {
  if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) await page.click('#theme');
  for (const [width, height, size] of [[1280, 900, 'wide'], [390, 844, 'phone']]) {
    await page.setViewportSize({ width, height });
    await page.click('#problems li button >> nth=0');
    for (const tab of ['cost', 'values', 'stored', 'tests', 'explain', 'openapi', 'changes']) {
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(150);
      await axe(page, `${theme}, ${size}, ${tab}`);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`nothing is wider than the page, ${theme}, ${size}`, overflow <= 0, overflow > 0 ? `${overflow} px` : '');
    await page.click('#tab-stored');
    await shot(page, `${theme}-${size}`);
  }
}
await page.setViewportSize({ width: 1280, height: 900 });

// Changes with an object.
before = await settles(page);
await page.selectOption('#example', 'ovens');
await settled(page, before + 1);
await page.click('#tab-changes');
before = await settles(page);
await page.click('#keep');
await settled(page, before + 1);
before = await settles(page);
await page.focus('#crd .cm-content');
await page.keyboard.press('Control+Home');
await page.keyboard.press('Control+f');
await page.keyboard.type('maximum: 520');
await page.keyboard.press('Enter');
await page.keyboard.press('Escape');
await page.keyboard.type('maximum: 450');
await settled(page, before + 1);
await page.waitForSelector('#changes-text li pre', { timeout: 30_000 });
check('a change is shown by an object', true, (await page.textContent('#changes-text li')).slice(0, 80));
await shot(page, 'changes');

// Values of a rule, a test suite, a Go type, an update.
const replace = async (of, id, text) => {
  await of.focus(`#${id} .cm-content`);
  await of.keyboard.press('Control+a');
  const done = await settles(of);
  await paste(of, text, id);
  return done;
};
const features = await open(context);
await settled(features);
const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/testing.md'), 'utf8');
const [kiln, suite] = [...guide.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text);
await replace(features, 'resource', 'apiVersion: example.com/v1\nkind: Kiln\nmetadata: {name: a}\nspec: {degrees: 1250, fuel: wood}\n');
await settled(features, (await replace(features, 'crd', kiln)) + 1);
await features.click('#tab-values');
await features.waitForSelector('#values-text .parts .error');
const parts = await features.textContent('#values-text .parts');
check('a rule is evaluated part by part', /self\.degrees is 1250/.test(parts) && /self\.fuel is 'wood'/.test(parts), parts.slice(0, 120));
await features.fill('#values-what', 'self.degrees + 1');
await features.fill('#values-field', 'spec');
await features.keyboard.press('Enter');
await features.waitForFunction(() => /is 1251/.test(document.getElementById('values-text').textContent));
check('an expression is evaluated on a field', true, await features.textContent('#values-text .parts'));
await axe(features, 'values of an expression');
await shot(features, 'values');
await settled(features, (await replace(features, 'resource', suite.replace('equal to 1300', 'equal to 1200'))) + 1);
await features.click('#tab-tests');
await features.waitForSelector('#view-tests li');
const results = await features.textContent('#view-tests [role=status]');
check('a test suite is run', /^3 cases: 2 passed, 1 failed/.test(results), results);
await axe(features, 'results of a suite');
await shot(features, 'tests');
await features.click('#show-go');
await features.waitForFunction(() => /kind: Oven/.test(document.querySelector('#crd .cm-content').textContent), undefined, { timeout: 20_000 });
check('a Go type is a CRD', true, await features.textContent('#go-note'));
await settled(features, (await replace(features, 'resource', 'apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nspec: {degrees: 400}\n')) + 1);
await features.waitForFunction(() => /Custom resource: 1 error/.test(document.getElementById('status').textContent), undefined, { timeout: 20_000 });
check('its rules hold for a custom resource', true, await status(features));
await axe(features, 'a Go type');
await shot(features, 'go');
await features.click('#tab-changes');
await features.click('#keep');
check('what is kept is named', await features.isVisible('#old-note'));
before = await settles(features);
await features.click('#forget');
await settled(features, before + 1);
check('and forgotten', !(await features.isVisible('#old-note')));
await features.close();

// A link in another profile, without a network.
await page.click('#share');
const copied = await notice(page, /link is copied/);
check('the link is copied', copied.holds, copied.text);
const link = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
console.log(`     the link has ${link.length} characters`);
const other = await browser.newContext();
const visit = await open(other);
await kept(visit);
await visit.close();
if (!options.engine) await other.setOffline(true);
const opened = await open(other, link);
await settled(opened);
// Editors draw only the lines that are seen: the link of what was opened has all of it.
await opened.evaluate(() => history.replaceState(null, '', location.pathname));
await opened.click('#share');
await notice(opened, /link/);
const same = new URL(opened.url()).hash === link && (await status(opened)) === (await status(page));
check(`a link opens the same in another profile${options.engine ? '' : ', offline'}`, same, await status(opened));
await other.close();

// Bad input: a line each, and the page answers keys meanwhile.
/** How many keys are pressed for a time. */
const PRESSES = options.engine ? 3 : 20;
/** Does something and then presses a key for a while; how long the page kept the slowest input waiting. */
async function slowest(of, first = () => {}, presses = PRESSES) {
  await of.evaluate(() => (window.slowest = 0));
  await first();
  for (let n = 0; n < presses; n++) {
    await of.keyboard.press(n % 2 ? 'ArrowUp' : 'ArrowDown');
    await of.waitForTimeout(60);
  }
  return of.evaluate(() => window.slowest);
}
const bad = async (what, pattern, at = '', script) => {
  const broken = await open(await browser.newContext(), at, script);
  const { text, holds } = await notice(broken, pattern);
  await broken.focus('#crd .cm-content');
  const waited = await slowest(broken);
  check(what, holds && (await notice(broken, pattern)).holds, text);
  figure(`${what}: the slowest answer to a key`, waited, 100);
  await broken.context().close();
};
await bad('a link cut in half', /incomplete/, link.slice(0, link.length / 2));
await bad('a link of another version', /version 7/, link.replace('#1.', '#7.'));
await bad('no WebAssembly', /no WebAssembly/, '', () => delete globalThis.WebAssembly);
const privately = await open(await browser.newContext(), '', () =>
  Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } }),
);
await settled(privately);
await privately.click('#theme');
const stores = await notice(privately, /stores nothing/);
check('no storage', stores.holds, stores.text);
await privately.focus('#crd .cm-content');
figure('no storage: the slowest answer to a key', await slowest(privately), 100);
await privately.context().close();
const withoutTypes = await browser.newContext({ serviceWorkers: 'block' });
await withoutTypes.route('**/go-types.txt', (route) => route.abort());
const go = await open(withoutTypes);
await settled(go);
// The controls come with the editors, after the first findings.
await go.waitForSelector('#crd .cm-content');
await go.click('#show-go');
const types = await notice(go, /Go types of Kubernetes cannot be loaded/);
check('no file of Go types', types.holds, types.text);
await withoutTypes.close();
const pastes = await browser.newContext();
await pastes.grantPermissions(['clipboard-read', 'clipboard-write']);
const pasting = await open(pastes);
await settled(pasting);
await kept(pasting);
/** Pastes by keys a line so often that it has so many megabytes. */
async function pasteLines(line, megabytes) {
  await pasting.evaluate(([text, number]) => navigator.clipboard.writeText(text.repeat(number)), [line, Math.ceil((megabytes * 1e6) / line.length)]);
  await all(pasting);
  return slowest(pasting, () => pasting.keyboard.press('Control+v'), 2 * PRESSES);
}
const slow = await pasteLines('a: b # 0123456789012345678901234567890123456789\n', 5);
const long = await notice(pasting, /5\.\d MB/);
check('a paste of 5 MB', long.holds, long.text);
figure('a paste of 5 MB: the slowest answer to a key', slow, 100);
figure('a paste of 2.9 MB: the slowest answer to a key', await pasteLines('a: b # 0123456789012345678901234567890123456789\n', 2.9), 100);
// A rule of nested folds runs until the cost limit when a default is validated.
await all(pasting);
const range = '[0,1,2,3,4,5,6,7,8,9]';
const rule = `${`${range}.all(x, `.repeat(7)}true${')'.repeat(7)}`;
before = await settles(pasting);
const waited = await slowest(pasting, () => paste(pasting, `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pizzas.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Pizza, plural: pizzas}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, default: {}, x-kubernetes-validations: [{rule: "${rule}"}]}
`));
await settled(pasting, before + 1);
const costly = await pasting.textContent('#problems');
check('a rule that runs into the cost limit', /cost|budget/.test(costly), costly.slice(0, 100));
figure('a rule that runs into the cost limit: the slowest answer to a key', waited, 100);
await pasting.context().close();

// What follows is times, which are those of WebAssembly.
if (options.engine) {
  await close();
  process.exit();
}

// First findings, each in a new profile; then edits of an example and of the corpus.
const sorted = (times) => times.toSorted((a, b) => a - b);
const at = (times, share) => sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))];
const firsts = [];
for (let n = 0; n < 10; n++) {
  const fresh = await open(await browser.newContext(), '', undefined, true);
  await settled(fresh);
  firsts.push(await fresh.evaluate(() => window.settled[0]));
  await fresh.context().close();
}
figure('navigation to first findings of an example, median of 10', at(firsts, 0.5), 400);
console.log(`     in all: ${firsts.map(Math.round).join(', ')} ms`);
async function edits(what, text, limit) {
  const timed = await open(await browser.newContext());
  await settled(timed);
  await kept(timed);
  // How long the engine's worker takes for each message.
  await timed.workers()[0].evaluate(() => {
    const handle = self.onmessage;
    self.took = [];
    self.onmessage = async (event) => {
      const start = performance.now();
      await handle(event);
      self.took.push(performance.now() - start);
    };
  });
  // Who pastes a text goes and gets it: the engine has the time to practise.
  await timed.waitForTimeout(1500);
  await all(timed);
  const edit = await checked(timed);
  await edit(() => paste(timed, text));
  await timed.keyboard.press('Control+Home');
  await timed.keyboard.press('End');
  await timed.evaluate(() => Object.assign(window, { edited: [], settled: [], longest: 0 }));
  await timed.workers()[0].evaluate(() => (self.took = []));
  const number = 200;
  for (let n = 1; n <= number; n++) await edit(() => timed.keyboard.press(n % 2 ? 'x' : 'Backspace'));
  const times = await timed.evaluate(() => window.edited.map((start) => window.settled.find((end) => end >= start) - start));
  const took = (await timed.workers()[0].evaluate(() => self.took)).reduce((sum, one) => sum + one, 0);
  const longest = Math.round(await timed.evaluate(() => window.longest));
  const size = `${what}, ${(text.length / 1000).toFixed(0)} KB`;
  figure(`edit to findings, ${size}, p99 of ${number}`, at(times, 0.99), limit);
  console.log(`     median ${at(times, 0.5).toFixed(1)} ms, of which the engine ${(took / number).toFixed(1)} ms an edit; longest task of the page ${longest} ms`);
  await timed.context().close();
}
const pizzas = readFileSync(path.resolve(import.meta.dirname, '../../../examples/good/pizzas.yaml'), 'utf8');
await edits('the example', pizzas, 30);
if (options.corpus) {
  const folder = path.join(options.corpus, 'crds');
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.yaml'));
  const size = (file) => statSync(path.join(folder, file)).size;
  const near = (bytes) => files.toSorted((a, b) => Math.abs(size(a) - bytes) - Math.abs(size(b) - bytes))[0];
  for (const [bytes, limit] of [[100_000, 30], [Infinity, 60]]) {
    const file = bytes === Infinity ? files.toSorted((a, b) => size(b) - size(a))[0] : near(bytes);
    await edits(path.basename(file), readFileSync(path.join(folder, file), 'utf8'), limit);
  }
}

await close();
