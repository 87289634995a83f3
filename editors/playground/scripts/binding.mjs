// The page's own modules for scripts in Node: the binding of the engine, and links.
import { build } from 'esbuild';
import path from 'node:path';

const load = async (file) => {
  const entry = path.resolve(import.meta.dirname, '../src', file);
  const bundled = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`);
};
export const { Crdls } = await load('wasm.ts');
export const { decode } = await load('link.ts');
