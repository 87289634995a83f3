// yaml-language-server beside the extension in one editor: YAML that is no manifest, then a CRD.
//
// The driver's small extension starts it, with the defaults for YAML that its own extension would bring.
import fs from 'node:fs';
import path from 'node:path';
import { how, peer } from './peer.mjs';
import { expect, options, repository, sleep, wait, withWorkbench } from './workbench.mjs';

const OURS = 'crdls';
const settings = (program) => ({
  'e2eLsp.command': [process.execPath, program, '--stdio'],
  'yaml.schemaStore.enable': false, 'yaml.format.enable': true,
  '[yaml]': { 'editor.insertSpaces': true, 'editor.tabSize': 2, 'editor.autoIndent': 'keep', 'editor.quickSuggestions': { other: true, comments: false, strings: true } },
  'editor.wordBasedSuggestions': 'off', 'problems.defaultViewMode': 'table',
});

export async function beside() {
  const program = peer(repository);
  if (!program) return console.log(`skipped vscode: two servers in one document: ${how}`);
  const { workspace, values, crd } = JSON.parse(fs.readFileSync(path.join(repository, 'tests/editors/story.json'), 'utf8')).beside;
  await withWorkbench('two servers', workspace, settings(program), async (w) => {
    await w.open(crd.file);
    await wait(async () => (await w.status()).startsWith('K8s'), 30_000);
    await judged(w, crd);
    await other(w, values);
    await w.open(crd.file);
    await judged(w, crd);
    await custom(w, crd);
    expect((await w.notifications()).length === 0, 'two servers: no message', await w.notifications());
    const errors = logged(w);
    expect(errors.lines > 0 && errors.found.length === 0, 'two servers: no error in the logs of both', errors.found.length ? errors.found : `${errors.lines} lines`);
  }, [path.join(options.drivers, 'e2e-lsp.vsix')]);
}

const messages = (rows) => rows.map((row) => row.message.split('\n')[0]);
const ours = (rows) => rows.filter((row) => row.source === OURS);
const its = (rows) => rows.filter((row) => row.source !== OURS);
const says = (rows, text) => rows.some((row) => row.message.includes(text));
/** The text comes to the file a while after the tab says so. */
const saved = (w, file, holds) => wait(async () => holds(w.text(file)), 5_000);
const see = (file) => (what, holds, shown) => expect(holds, `${file}, two servers: ${what}`, shown);

/** Each finding by the one that it is of. */
async function judged(w, { file, ours: wanted, peers }) {
  const check = see(file);
  const rows = (await wait(async () => { const rows = await w.problems(file); return says(ours(rows), wanted.says) && says(its(rows), peers.says) && rows; }, 30_000)) || (await w.problems(file));
  check(`the finding ${wanted.code} is ours`, says(ours(rows), wanted.says) && !says(its(rows), wanted.says), messages(ours(rows)));
  check('the finding of the schema is its', says(its(rows), peers.says) && !says(ours(rows), peers.says), messages(its(rows)));
}

/** YAML that is no manifest. */
async function other(w, { file, findings, hover, completion, word }) {
  const check = see(file);
  await w.open(file);
  const all = (rows) => findings.every((text) => says(its(rows), text));
  await wait(async () => all(await w.problems(file)));
  await sleep(1500); // ours would be late
  const rows = await w.problems(file);
  check('its findings', all(rows), messages(its(rows)));
  check('none is ours', rows.length > 0 && ours(rows).length === 0, rows.map((row) => row.source));
  const shown = await w.hover(await w.place(file, hover.at));
  check(`hover on ${hover.at} is of one`, shown.join(' ').includes(hover.shows), shown);
  const places = await wait(async () => { await w.go(await w.place(file, word)); await sleep(600); const count = await w.marked(); return count > 1 && count; }, 6_000);
  await w.shot('word');
  check('a word is marked at all its places', places > 1, `${places} of ${word}`);
  await w.behind((await w.place(file, completion.under))[0]);
  await w.page.keyboard.press('Enter');
  await w.page.keyboard.press('Home');
  await w.page.keyboard.press('Shift+End');
  await w.page.keyboard.press('Delete');
  const labels = await w.complete(completion.typed, completion.offers);
  check(`the menu behind ${completion.typed}`, labels.includes(completion.offers), labels.join(', '));
  await w.save();
  check('what was chosen of it is in the text', await saved(w, file, (text) => text.includes(`\n${completion.offers}:`)), w.text(file).slice(-60));
}

/** What one does in a CRD. */
async function custom(w, { file, hover, completion, rename, fix, format, ours: wanted, peers }) {
  const check = see(file);
  const shown = (await w.hover(await w.place(file, hover.at))).join(' ');
  check(`hover on ${hover.at} is of both`, shown.includes(hover.ours) && shown.includes(hover.peers), shown);
  await w.behind((await w.place(file, completion.under))[0]);
  await w.page.keyboard.press('Enter');
  const labels = await w.complete(completion.typed, completion.peers);
  check(`the menu behind ${completion.typed} is of both`, [completion.ours, completion.peers].every((label) => labels.includes(label)), labels.join(', '));
  await w.save();
  check('what was chosen of it is in the text', await saved(w, file, (text) => text.includes(`  ${completion.peers}:`)), completion.peers);
  await w.rename(await w.place(file, rename.at), rename.to);
  await w.save();
  check(`a rename of ${rename.from} is ours`, await saved(w, file, (text) => text.includes(rename.after) && !text.includes(rename.from)), w.text(file).slice(-280));
  const titles = await w.fix(await w.place(file, fix.at), fix.title);
  await w.save();
  check('our fix is in the menu', titles.includes(fix.title), titles);
  check('our fix is in the text', await saved(w, file, (text) => !text.includes(fix.before) && text.includes(fix.after)), w.text(file).slice(-150));
  await w.go(await w.place(file, format.before));
  await w.command('Format Document');
  await sleep(1000);
  await w.save();
  check('it formats, and no one is asked who does', await saved(w, file, (text) => text.includes(format.after)), format.after);
  await w.replace(file, `scope: ${wanted.text}`, `scope: ${wanted.mended}`);
  await w.replace(file, `group: ${peers.text}`, `group: ${peers.mended}`);
  const mended = (rows) => !says(rows, wanted.says) && !says(rows, peers.says);
  await wait(async () => mended(await w.problems(file)));
  check('edits mend both', mended(await w.problems(file)), messages(await w.problems(file)));
}

/** Errors in what the extensions write down. */
function logged(w) {
  const logs = path.join(path.dirname(w.folder), 'data/logs');
  const texts = fs.readdirSync(logs, { recursive: true }).filter((name) => /crdls|E2E/.test(name) && name.endsWith('.log')).map((name) => fs.readFileSync(path.join(logs, name), 'utf8'));
  const lines = texts.flatMap((text) => text.split('\n')).filter(Boolean);
  return { lines: lines.length, found: lines.filter((line) => /\[error\]|\bfailed\b/i.test(line)) };
}
