// Prints the sizes of the page's files, raw and compressed; fails if all of them, as the service worker keeps them, are over the
// limit. Only those who open the pane of Go types wait for these.
// node scripts/sizes.mjs FOLDER [--no-limit]
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const LIMIT = 1_800_000;
const [folder, option] = process.argv.slice(2);
const sizes = readdirSync(folder).filter((file) => file !== 'notices.txt').map((file) => {
  const bytes = readFileSync(path.join(folder, file));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  return { file, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
});
const sum = (key) => sizes.reduce((all, one) => all + one[key], 0);
const all = { file: 'all', raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') };
const types = sizes.find(({ file }) => file === 'go-types.txt');
sizes.push({ file: 'without Go', raw: all.raw - types.raw, gzip: all.gzip - types.gzip, brotli: all.brotli - types.brotli }, all);
for (const { file, raw, gzip, brotli } of sizes) console.log(`${file.padEnd(14)} ${raw} bytes, gzip ${gzip}, brotli ${brotli}`);
if (option !== '--no-limit' && all.brotli > LIMIT) {
  console.error(`the page has ${all.brotli} bytes in brotli; the limit is ${LIMIT}`);
  process.exitCode = 1;
}
