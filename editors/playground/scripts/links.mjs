// Checks the links of the documentation's site into the playground: each opens a state, and the engine finds what the page of
// a code says of its examples.
//
// node scripts/links.mjs BOOK WASM
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Crdls, decode } from './binding.mjs';

const [book, wasm] = process.argv.slice(2);
const module = readFileSync(wasm);
const pages = readdirSync(book, { recursive: true }).filter((file) => file.endsWith('.html') && path.basename(file) !== 'print.html' && !file.startsWith('play'));

/** The codes that the engine finds in a state. */
function codes(crdls, { crd, resource, old, go }) {
  const found = [];
  let manifests = '';
  if (go) {
    const answer = crdls.ask({ method: 'go', text: go });
    found.push(...answer.findings);
    manifests = answer.manifests;
  }
  crdls.setFile('crd.yaml', crd || manifests);
  crdls.setFile('resource.yaml', resource);
  if (old) crdls.ask({ method: 'old', text: old });
  for (const file of ['crd.yaml', 'resource.yaml']) found.push(...crdls.ask({ method: 'check', file }));
  if (old) crdls.ask({ method: 'old' });
  return found.map(({ code }) => code);
}

const wrong = [];
let [links, faulty, fixed] = [0, 0, 0];
const crdls = await Crdls.load(module);
crdls.setGoTypes(readFileSync(path.join(path.dirname(wasm), 'go-types.txt')));
for (const page of pages) {
  const html = readFileSync(path.join(book, page), 'utf8');
  const code = /^codes\/([^/]+)\//.exec(page.replaceAll('\\', '/'))?.[1];
  for (const { index, 1: fragment } of html.matchAll(/href="[^"]*play\/index\.html#([^"]+)"/g)) {
    links++;
    const heading = [...html.slice(0, index).matchAll(/<h2 id="([^"]+)"/g)].at(-1)?.[1];
    try {
      const found = codes(crdls, await decode(fragment));
      if (code === undefined) continue;
      if (/^(rejected|reported)$/.test(heading)) {
        faulty++;
        if (!found.includes(code)) wrong.push(`${page}: the faulty example has no ${code}, but [${found}]`);
      } else if (/^(accepted|not-reported)$/.test(heading)) {
        fixed++;
        if (found.includes(code)) wrong.push(`${page}: the fixed example has ${code}`);
      }
    } catch (why) {
      wrong.push(`${page}: ${why}`);
    }
  }
}
wrong.forEach((one) => console.log(one));
console.log(`${links} links open in the playground; ${faulty} faulty examples with the code of their page and ${fixed} without it, ${wrong.length} wrong`);
process.exitCode = wrong.length === 0 && links > 0 ? 0 : 1;
