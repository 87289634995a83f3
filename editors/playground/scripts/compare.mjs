// Compares the JSON of the page's engine with that of `crdls check --output-format json`, document by document: CRDs, custom
// resources with their CRD, and mutated CRDs of the corpus, a part of each, with their fixes.
//
// Both get the texts under the names that the page has for them: the program takes from the name of a file, and from the
// files next to it, what the file is for, such as a step of a test.
//
// node scripts/compare.mjs WASM PROGRAM CORPUS NUMBER
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { Crdls } from './binding.mjs';

const [wasm, program, corpus, number] = process.argv.slice(2);
const lines = (file) => readFileSync(path.join(corpus, 'verdicts', file), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const cases = new Map();
for (const { file, crd } of ['crds.jsonl', 'instances.jsonl', 'mutated.jsonl'].flatMap(lines)) cases.set(file, { file, crd });
// Spread over all.
const every = cases.size / Number(number);
const chosen = [...cases.values()].filter((_, n) => Math.floor(n / every) !== Math.floor((n - 1) / every));

const [CRD, RESOURCE] = ['crd.yaml', 'resource.yaml'];
/** The texts of a case by their names in the page; the last one is checked. */
function texts({ file, crd }) {
  const read = (name) => readFileSync(path.join(corpus, name), 'utf8');
  return crd ? [[CRD, read(crd)], [RESOURCE, read(file)]] : [[CRD, read(file)]];
}

/** What the program prints; its status tells only whether there are errors. */
async function native(files, cwd) {
  files.forEach(([name, text]) => writeFileSync(path.join(cwd, name), text));
  const args = ['check', files.at(-1)[0], '--no-workspace', '--threads', '1', '--output-format', 'json', ...(files.length > 1 ? ['--crds', CRD] : [])];
  const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 1 << 30 }).catch((failed) => failed);
  return JSON.parse(stdout);
}

const module = readFileSync(wasm);
let crdls = await Crdls.load(module);
function inPage(files) {
  try {
    files.forEach(([name, text]) => crdls.setFile(name, text));
    return crdls.ask({ method: 'check', file: files.at(-1)[0], fixes: true });
  } finally {
    files.forEach(([file]) => crdls.ask({ method: 'remove', file }));
  }
}

const totals = { equal: 0, findings: 0, fixes: 0 };
const different = [];
async function compare(one, folder) {
  const files = texts(one);
  const theirs = await native(files, folder);
  let ours;
  try {
    ours = inPage(files);
  } catch (why) {
    ours = String(why);
    crdls = await Crdls.load(module);
  }
  totals.findings += theirs.length;
  totals.fixes += theirs.reduce((sum, found) => sum + found.fixes.length, 0);
  if (isDeepStrictEqual(ours, theirs)) totals.equal++;
  else different.push({ file: one.file, ours, theirs });
}
const waiting = [...chosen];
await Promise.all(
  os.cpus().map(async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'crdls-compare-'));
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await compare(one, folder);
    rmSync(folder, { recursive: true });
  }),
);

for (const { file, ours, theirs } of different.slice(0, 10)) {
  const at = theirs.findIndex((found, n) => !isDeepStrictEqual(found, ours[n]));
  const show = (found) => JSON.stringify(found)?.slice(0, 600);
  console.log(`${file}: ${theirs.length} and ${ours.length} findings\n  crdls: ${show(theirs[at])}\n  page:  ${show(at === -1 ? ours : ours[at])}`);
}
const share = ((100 * totals.equal) / chosen.length).toFixed(2);
console.log(`${chosen.length} documents, ${totals.equal} with equal JSON (${share} %); ${totals.findings} findings with ${totals.fixes} fixes`);
process.exitCode = different.length === 0 && chosen.length === Number(number) ? 0 : 1;
