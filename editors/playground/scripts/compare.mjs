// Compares the JSON of the page's engine with that of `crdls check --output-format json`, document by document: CRDs, custom
// resources with their CRD, and mutated CRDs of the corpus, each with its fixes.
//
// node scripts/compare.mjs WASM PROGRAM CORPUS NUMBER
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { Crdls } from './binding.mjs';

const [wasm, program, corpus, number] = process.argv.slice(2);
const lines = (file) => readFileSync(path.join(corpus, 'verdicts', file), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const cases = new Map();
for (const { file, crd } of ['crds.jsonl', 'instances.jsonl', 'mutated.jsonl'].flatMap(lines)) cases.set(file, { file, crd });
const chosen = [...cases.values()].slice(0, Number(number));

/** What the program prints; its status tells only whether there are errors. */
async function native({ file, crd }) {
  const args = ['check', file, '--no-workspace', '--threads', '1', '--output-format', 'json', ...(crd ? ['--crds', crd] : [])];
  const options = { cwd: corpus, maxBuffer: 1 << 30 };
  const { stdout } = await promisify(execFile)(program, args, options).catch((failed) => failed);
  return JSON.parse(stdout);
}

const module = readFileSync(wasm);
let crdls = await Crdls.load(module);
function inPage({ file, crd }) {
  const read = (name) => readFileSync(path.join(corpus, name), 'utf8');
  try {
    if (crd) crdls.setFile(crd, read(crd));
    crdls.setFile(file, read(file));
    return crdls.ask({ method: 'check', file, fixes: true });
  } finally {
    for (const name of crd ? [file, crd] : [file]) crdls.ask({ method: 'remove', file: name });
  }
}

const totals = { equal: 0, findings: 0, fixes: 0 };
const different = [];
async function compare(one) {
  const theirs = await native(one);
  let ours;
  try {
    ours = inPage(one);
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
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await compare(one);
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
