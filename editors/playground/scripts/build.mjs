// Builds the page into a folder, with an engine: WebAssembly, or the program that serves the page.
//
// node scripts/build.mjs OUT [--engine WASM | --native]
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inflateSync } from 'node:zlib';

const here = path.resolve(import.meta.dirname, '..');
const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { engine: { type: 'string' }, native: { type: 'boolean' } } });
const out = path.resolve(positionals[0] ?? path.join(here, 'dist'));
mkdirSync(out, { recursive: true });
const source = (file) => path.join(here, 'src', file);
/** Has the program behind the server in place of the module. */
const native = { name: 'native', setup: (build) => build.onResolve({ filter: /^\.\/wasm$/ }, () => ({ path: path.join(here, 'scripts/native.ts') })) };
const shared = { bundle: true, format: 'esm', target: 'es2022', minify: true, loader: { '.yaml': 'text' }, logLevel: 'warning', outdir: out, plugins: options.native ? [native] : [] };
const { metafile } = await build({ ...shared, entryPoints: [source('main.ts')], splitting: true, metafile: true });
await build({ ...shared, entryPoints: [source('worker.ts'), source('style.css')] });
if (options.engine !== undefined) cpSync(options.engine, path.join(out, 'crdls.wasm'));
// An empty module: what the page starts with it does nothing.
if (options.native) writeFileSync(path.join(out, 'crdls.wasm'), Buffer.from('0061736d01000000', 'hex'));
// A module would wait for the style.
await build({ ...shared, format: 'iife', entryPoints: [source('boot.ts')] });
writeFileSync(path.join(out, 'index.html'), html());
writeFileSync(path.join(out, 'go-types.txt'), goTypes(readFileSync(path.join(here, '../../schemas/go/kubernetes.zlib'))));
// The licenses of the packages that are bundled.
execFileSync(process.execPath, [path.join(here, '../vscode/scripts/notices.mjs')], { cwd: here });
cpSync(path.join(here, 'dist/notices.txt'), path.join(out, 'notices.txt'));

// The files that the page needs without a network, and a name for exactly these.
const scripts = Object.keys(metafile.outputs).map((file) => path.basename(file));
const files = ['index.html', 'boot.js', ...scripts, 'style.css', 'worker.js', 'crdls.wasm', 'go-types.txt'].filter((file) => existsSync(path.join(out, file)));
const hash = createHash('sha256');
files.forEach((file) => hash.update(readFileSync(path.join(out, file))));
const define = { BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)), FILES: JSON.stringify(['./', ...files.slice(1)]) };
await build({ ...shared, entryPoints: [source('service-worker.ts')], define });

/** The page, which loads together with `main.js` what that imports. */
function html() {
  const main = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint?.endsWith('main.ts'));
  const needed = main.imports.filter(({ kind }) => kind === 'import-statement').map((one) => path.basename(one.path));
  const links = needed.map((file) => `<link rel="modulepreload" href="${file}">\n`).join('');
  return readFileSync(source('index.html'), 'utf8').replace('<script type="module" src="main.js">', `${links}$&`);
}

/** The table of Go types with those of the newest minor alone, since no file of the page names another. */
function goTypes(packed) {
  let isKept = true;
  const kept = inflateSync(packed.subarray(4)).toString().split('\n').filter((line) => {
    // `@30-33` begins lines of some minors, `@30` those of all since, `=` a file.
    if (/^[=@]/.test(line)) isKept = !/^@\d+-/.test(line);
    return isKept && !line.startsWith('@');
  });
  // All lines of a file are one run.
  return kept.join('\n').replace(/^=.*$/gm, '$&\n@');
}
