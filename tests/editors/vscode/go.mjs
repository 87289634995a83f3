// Markers in Go types, with gopls beside the extension where that is installed.
//
// The driver's small extension, which starts a server for YAML, is packed again as one for Go.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, options, repository, sleep, until, wait, withWorkbench } from './workbench.mjs';

/** The program that CRDLS_GOPLS names, or the one on PATH. */
function gopls() {
  const found = spawnSync('which', [process.env.CRDLS_GOPLS || 'gopls'], { encoding: 'utf8' });
  return found.status === 0 && spawnSync('which', ['go']).status === 0 ? found.stdout.trim() : undefined;
}

/** The driver's extension for another language. */
function extensionFor(language, folder) {
  const packed = path.join(folder, `${language}.vsix`);
  const program = [
    'import re, sys, zipfile',
    'source, target, language = sys.argv[1:]',
    "with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED) as new:",
    '    for item in old.infolist():',
    '        data = old.read(item)',
    "        if item.filename in ('extension/package.json', 'extension/extension.js'):",
    "            data = re.sub(rb'(onLanguage:|language:\\s*[\"\\'])yaml', rb'\\g<1>' + language.encode(), data)",
    '        new.writestr(item, data)',
  ].join('\n');
  const done = spawnSync('python3', ['-c', program, path.join(options.drivers, 'e2e-lsp.vsix'), packed, language], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return packed;
}

const OURS = 'crdls';
const says = (rows, text) => rows.some((row) => row.message.includes(text));
const messages = (rows) => rows.map((row) => `${row.source}: ${row.message.split('\n')[0]}`);

export async function go(theme) {
  const { workspace, file, marker, rule, hover, completion, peers } = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8')).go;
  const peer = gopls();
  const here = fs.mkdtempSync(path.join(os.tmpdir(), 'crdls-go-'));
  const kind = theme.includes('Dark') ? 'dark' : 'light';
  const settings = { 'crdls.path': path.resolve(options.server), 'workbench.colorTheme': theme, 'problems.defaultViewMode': 'table', 'editor.wordBasedSuggestions': 'off', ...(peer ? { 'e2eLsp.command': ['/bin/sh', '-c', `exec ${peer}`] } : {}) };
  // The driver's extension adds `--stdio`, which gopls does not have: here it is an argument of the shell.
  // Ours starts where a workspace looks like one with CRDs made of Go.
  const source = path.join(here, 'module');
  fs.cpSync(path.join(repository, workspace), source, { recursive: true });
  fs.writeFileSync(path.join(source, 'api/v1/groupversion_info.go'), 'package v1\n');
  await withWorkbench(`Go, ${kind}`, path.relative(repository, source), settings, async (w) => {
    const check = (what, holds, shown) => expect(holds, `${kind}, ${file}: ${what}`, shown);
    await w.open(file);
    const ours = async () => (await w.problems(path.basename(file))).filter((row) => row.source === OURS);
    const its = async () => (await w.problems(path.basename(file))).filter((row) => row.source !== OURS);
    await wait(async () => says(await ours(), marker.says) && says(await ours(), rule.says) && (!peer || says(await its(), peers.says)), 60_000);
    const found = await ours();
    for (const wanted of [marker, rule]) check(`the finding ${wanted.code}`, says(found, wanted.says), messages(found));
    if (peer) check('the finding in the code is of gopls', says(await its(), peers.says) && !says(found, peers.says), messages(await its()));
    check('no finding is there twice', found.length === 2 && (await its()).length === (peer ? 1 : 0), messages([...found, ...(await its())]));
    await w.go(await w.place(file, marker.at));
    await w.shot(`go-${kind}`);
    const explained = (await w.hover(await w.place(file, hover.at))).join(' ');
    check('a marker is explained', explained.split(hover.shows).length === 2, explained);
    await w.go(await w.place(file, hover.at));
    await w.page.keyboard.press('Control+K');
    await w.page.keyboard.press('Control+I');
    await sleep(1000);
    await w.shot(`go-hover-${kind}`);
    await w.page.keyboard.press('Escape');
    const code = await w.hover(await w.place(file, peers.hover.at));
    check('the code is explained by gopls alone', code.length === (peer ? 1 : 0) && (!peer || code[0].includes(peers.hover.shows)), code);
    await w.behind((await w.place(file, completion.under))[0]);
    await w.page.keyboard.press('Enter');
    await w.page.keyboard.press('Home');
    await w.page.keyboard.press('Shift+End');
    await w.page.keyboard.type(completion.typed, { delay: 30 });
    await w.page.keyboard.press('Control+Space');
    await wait(() => w.page.evaluate(() => document.querySelector('.suggest-widget.visible .monaco-list-row')), 5_000);
    await w.page.setViewportSize({ width: 1280, height: 760 });
    await w.shot(`go-completion-${kind}`);
    await w.page.setViewportSize({ width: 1280, height: 1200 });
    const labels = await w.complete('', completion.offers);
    check('the menu in a marker has it once', labels.filter((label) => label === completion.offers).length === 1 && !labels.includes(completion.unwanted), labels);
    await w.save();
    check('what was chosen of it is in the text', await wait(async () => w.text(file).includes(completion.writes), 5_000), completion.writes);
    for (const wanted of [marker, rule]) {
      const titles = await w.fix(await w.place(file, wanted.at), wanted.title);
      await w.save();
      await until(`${kind}, ${file}: the fix of ${wanted.code}`, async () => w.text(file).includes(wanted.after) && !w.text(file).includes(wanted.before) && titles);
      await until(`${kind}, ${file}: it fixes ${wanted.code}`, async () => !says(await ours(), wanted.says));
      await w.open(file);
    }
    check('no message', (await w.notifications()).length === 0, await w.notifications());
  }, peer ? [extensionFor('go', here)] : []);
  fs.rmSync(here, { recursive: true, force: true });
}
