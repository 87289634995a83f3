// A folder served on this machine and headless Chromium in front of it: what plays a page needs, whatever page it is.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The options that every player of pages has. */
export const OPTIONS = {
  shots: { type: 'string' },
  chromium: { type: 'string', default: process.env.CHROMIUM ?? '/usr/bin/chromium' },
};

let failed = 0;

/** Prints a line for a check and counts those that do not hold. */
export function check(what, holds, more = '') {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${more === '' ? '' : `: ${more}`}`);
  failed += holds ? 0 : 1;
}

/** A program that answers lines, each by a line; undefined if it ended. */
function answers(program, args) {
  const running = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = [];
  createInterface({ input: running.stdout }).on('line', (line) => waiting.shift()?.(line));
  running.on('exit', () => waiting.splice(0).forEach((answer) => answer(undefined)));
  // The line that it ended at is answered by its end.
  running.stdin.on('error', () => {});
  const ask = (line) =>
    new Promise((resolve) => {
      if (running.exitCode !== null) return resolve(undefined);
      waiting.push(resolve);
      running.stdin.write(`${line}\n`);
    });
  return { ask, end: () => running.stdin.end() };
}

/** Serves a folder, with the engine behind it if the options name its program, and starts the browser. */
export async function stage(folder, options) {
  // Compressed, as web servers send it.
  const packed = new Map();
  const body = (file) => {
    if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file)));
    return packed.get(file);
  };
  const engine = options.engine && answers(options.engine, ['page', '--serve']);
  const server = createServer(async (request, response) => {
    if (engine && request.method === 'POST') {
      const parts = await request.toArray();
      const answer = await engine.ask(Buffer.concat(parts).toString());
      return response.writeHead(answer === undefined ? 500 : 200).end(answer ?? 'the engine ended');
    }
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = path.join(folder, path.normalize(name).replace(/\/$/, '/index.html'));
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain', 'content-encoding': 'gzip' }).end(body(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: options.chromium, args: ['--no-sandbox'] });
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    browser,
    async shot(page, name, fullPage = true) {
      if (!options.shots) return;
      mkdirSync(options.shots, { recursive: true });
      await page.screenshot({ path: path.join(options.shots, `${name}.png`), fullPage });
    },
    async close() {
      await browser.close();
      engine?.end();
      server.close();
      console.log(failed === 0 ? 'all checks hold' : `${failed} checks fail`);
      process.exitCode = failed === 0 ? 0 : 1;
    },
  };
}
