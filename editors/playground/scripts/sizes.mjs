// Prints the sizes of the page's files, raw and compressed; fails if a visitor downloads more than the limit.
// node scripts/sizes.mjs FOLDER [--no-limit]
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const LIMIT = 1_800_000;
const [folder, option] = process.argv.slice(2);
const sizes = readdirSync(folder).filter((file) => !file.endsWith('.txt')).map((file) => {
  const bytes = readFileSync(path.join(folder, file));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  return { file, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
});
const sum = (key) => sizes.reduce((all, one) => all + one[key], 0);
sizes.push({ file: 'all', raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') });
for (const { file, raw, gzip, brotli } of sizes) console.log(`${file.padEnd(14)} ${raw} bytes, gzip ${gzip}, brotli ${brotli}`);
const all = sizes.at(-1).brotli;
if (option !== '--no-limit' && all > LIMIT) {
  console.error(`the page has ${all} bytes in brotli; the limit is ${LIMIT}`);
  process.exitCode = 1;
}
