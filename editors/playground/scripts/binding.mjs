// The page's own binding of the engine, for scripts in Node.
import { build } from 'esbuild';
import path from 'node:path';

const entry = path.resolve(import.meta.dirname, '../src/wasm.ts');
const bundled = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
export const { Crdls } = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`);
