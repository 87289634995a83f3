// VS Code in a browser without a window: started, driven as a user does it, and looked at. Knows no story.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export const { values: options } = (await import('node:util')).parseArgs({
  options: { drivers: { type: 'string' }, vsix: { type: 'string' }, server: { type: 'string' }, shots: { type: 'string' }, only: { type: 'string' }, chromium: { type: 'string', default: process.env.CHROMIUM ?? '/usr/bin/chromium' } },
});
const drivers = path.resolve(options.drivers);
const { chromium } = createRequire(path.join(drivers, 'driver/driver.mjs'))('playwright-core');
const codeServer = path.join(drivers, 'cs/node_modules/code-server/out/node/entry.js');
export const repository = path.resolve(import.meta.dirname, '../../..');
export const failures = [];
let number = 0;
export const checks = () => number;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const freePort = () => new Promise((resolve) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => resolve(port)); }); });
/** One line for each thing that was looked for. */
export function expect(holds, what, shown = '') {
  number += 1;
  const seen = String(typeof shown === 'string' ? shown : JSON.stringify(shown)).replace(/\s+/g, ' ').slice(0, 150);
  console.log(`${holds ? 'ok    ' : 'FAILED'} vscode: ${what}${seen === '' ? '' : `: ${seen}`}`);
  if (!holds) failures.push(what);
  return holds;
}
/** Looks until something is there. No check: for what has to be before one can look. */
export async function wait(look, ms = 15_000) {
  const start = Date.now();
  for (;;) {
    const seen = await look().catch(() => undefined);
    if (seen || Date.now() - start > ms) return seen;
    await sleep(50);
  }
}
/** The same as a check. */
export async function until(what, look, { ms = 15_000, shown = (seen) => (seen === true ? '' : seen) } = {}) {
  const seen = await wait(look, ms);
  expect(seen, what, seen ? shown(seen) : '');
  return seen;
}

/** A workbench with the extension, and others beside it, on a copy of a folder of the repository. */
export async function withWorkbench(name, source, settings, story, others = []) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'crdls-vscode-'));
  const folder = path.join(home, 'pizzeria');
  fs.cpSync(path.join(repository, source), folder, { recursive: true });
  const values = path.join(folder, 'values.yaml');
  if (!fs.existsSync(values)) fs.writeFileSync(values, 'replicas: 2\nimage: {tag: on, tag: off}\nrule: self.a\n'); // no manifest
  fs.mkdirSync(path.join(home, 'data/User'), { recursive: true });
  fs.writeFileSync(path.join(home, 'data/User/settings.json'), JSON.stringify({
    'workbench.startupEditor': 'none', 'security.workspace.trust.enabled': false, 'telemetry.telemetryLevel': 'off', 'workbench.enableExperiments': false,
    'extensions.autoUpdate': false, 'extensions.autoCheckUpdates': false, 'update.mode': 'none', 'git.enabled': false, 'chat.disableAIFeatures': true,
    'editor.minimap.enabled': false, 'window.commandCenter': false, 'workbench.secondarySideBar.defaultVisibility': 'hidden', 'workbench.tips.enabled': false,
    'editor.accessibilitySupport': 'off', ...settings,
  }));
  const config = path.join(home, 'config.yaml');
  fs.writeFileSync(config, 'auth: none\ncert: false\n');
  const base = [codeServer, '--config', config, '--user-data-dir', path.join(home, 'data'), '--extensions-dir', path.join(home, 'ext')];
  for (const vsix of [options.vsix, ...others]) {
    const installed = spawnSync(process.execPath, [...base, '--install-extension', path.resolve(vsix)], { encoding: 'utf8' });
    if (!installed.stdout.includes('successfully installed')) throw new Error(installed.stdout + installed.stderr);
  }
  const port = await freePort();
  const log = fs.openSync(path.join(home, 'server.log'), 'a');
  const server = spawn(process.execPath, [...base, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override'], {
    stdio: ['ignore', log, log], detached: true, env: { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":"http://127.0.0.1:1/none","itemUrl":"","resourceUrlTemplate":"","controlUrl":""}' },
  });
  let context;
  try {
    if (!(await wait(() => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok), 60_000))) throw new Error('code-server does not start');
    context = await chromium.launchPersistentContext(path.join(home, 'chrome'), {
      executablePath: options.chromium, headless: true, viewport: { width: 1280, height: 760 },
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
    await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
    await story(new Workbench(page, folder));
  } catch (error) {
    expect(false, `${name}: played to its end`, error.stack ?? error);
  } finally {
    await context?.close().catch(() => {});
    try { process.kill(-server.pid, 'SIGTERM'); } catch { /* it is gone */ }
    fs.rmSync(home, { recursive: true, force: true });
  }
}

export class Workbench {
  constructor(page, folder) { Object.assign(this, { page, folder }); }

  async pick(text, { prefix = '' } = {}) {
    const input = this.page.locator('.quick-input-widget .quick-input-box input').first();
    await input.waitFor({ state: 'visible', timeout: 10_000 });
    await input.fill(prefix + text);
    await wait(() => this.page.evaluate((wanted) => [...document.querySelectorAll('.quick-input-list .monaco-list-row')].some((row) => row.textContent.includes(wanted)), text.split('/').at(-1)), 10_000);
    await sleep(250);
    await this.page.keyboard.press('Enter');
    await sleep(300);
  }

  /** A key is lost now and then while the focus is on its way out of a view that was closed. */
  async press(key) {
    const visible = () => this.page.evaluate(() => document.querySelector('.quick-input-widget')?.offsetParent !== null && document.querySelector('.quick-input-widget') !== null);
    for (let tries = 0; tries < 5; tries++) {
      await this.page.keyboard.press(key);
      for (let i = 0; i < 20; i++) { if (await visible()) return; await sleep(50); }
      await this.page.locator('.part.titlebar').first().click({ position: { x: 400, y: 12 } }).catch(() => {});
    }
  }

  async command(label) { await this.press('F1'); await this.pick(label, { prefix: '>' }); }

  async open(file) {
    await this.press('Control+P');
    await this.pick(file);
    const open = await wait(() => this.page.evaluate((name) => document.querySelector('.tab.active')?.textContent.includes(name), path.basename(file)));
    if (!open) throw new Error(`${file} does not open`);
  }

  status() { return this.page.evaluate(() => document.querySelector('[id$="crdls.status"]')?.textContent.trim() ?? ''); }

  /** Puts the cursor behind a line, counted from 1. */
  async behind(line) {
    await this.go([line]);
    await this.page.keyboard.press('End');
  }

  /** Puts the cursor to a line and a column, counted from 1. */
  async go(place) {
    await this.press('Control+G');
    await this.page.keyboard.type(place.join(':'));
    await sleep(150);
    await this.page.keyboard.press('Enter');
    await sleep(300);
  }

  /** Where a text is first in a file as it was saved. */
  async place(file, text) {
    // While it is being saved it is empty for a moment.
    const before = await wait(async () => this.text(file).includes(text) && this.text(file).split(text)[0], 5_000);
    if (before === false) throw new Error(`${file} has no ${text}`);
    const lines = before.split('\n');
    return [lines.length, lines.at(-1).length + 1];
  }

  /** Types another text in a file as it was saved, and saves it. */
  async replace(file, text, by) {
    await this.go(await this.place(file, text));
    for (let i = 0; i < text.length; i++) await this.page.keyboard.press('Shift+ArrowRight');
    await this.page.keyboard.insertText(by);
    await this.save();
  }

  /** What is said over a place. */
  async hover(place) {
    await this.go(place);
    const rows = () => this.page.evaluate(() => [...document.querySelectorAll('.monaco-hover')].filter((one) => one.offsetParent && !one.classList.contains('hidden')).flatMap((one) => [...one.querySelectorAll('.hover-row')].map((row) => row.innerText.trim())).filter((text) => text && !text.startsWith('Loading')));
    for (let tries = 0; tries < 3 && (await rows()).length === 0; tries++) {
      await this.page.keyboard.press('Control+K');
      await this.page.keyboard.press('Control+I');
      await wait(async () => (await rows()).length > 0, 5_000);
    }
    await sleep(700); // the other one's may come later
    const shown = await rows();
    await this.page.keyboard.press('Escape');
    return shown;
  }

  /** Gives a thing another name. */
  async rename(place, name) {
    await this.go(place);
    const box = this.page.locator('.rename-box input');
    for (let tries = 0; tries < 3 && !(await box.isVisible().catch(() => false)); tries++) {
      await this.page.keyboard.press('F2');
      await wait(() => box.isVisible(), 4_000);
    }
    if (!(await box.isVisible().catch(() => false))) return this.shot('no-rename');
    await box.fill(name);
    await this.shot('rename');
    await this.page.keyboard.press('Enter');
    await sleep(1000);
  }

  /** Opens the menu of fixes and takes one, by its title or a pattern of it. The titles. */
  async fix(place, title) {
    await this.go(place);
    const rows = () => this.page.evaluate(() => [...document.querySelectorAll('.action-widget .monaco-list-row.action')].filter((row) => row.offsetParent).map((row) => row.textContent.trim()));
    for (let tries = 0; tries < 3 && (await rows()).length === 0; tries++) {
      await this.page.keyboard.press('Control+.');
      await wait(async () => (await rows()).length > 0, 3_000);
    }
    await sleep(300);
    const titles = await rows();
    const which = titles.findIndex((one) => (title instanceof RegExp ? title.test(one) : one === title)); // the first one is chosen
    for (let i = 0; i < which; i++) await this.page.keyboard.press('ArrowDown');
    await this.shot('fix');
    await this.page.keyboard.press(which < 0 ? 'Escape' : 'Enter');
    await sleep(800);
    return titles;
  }

  /** The rows of Problems, shown as a table, that are of a file: what, its code, and whose it is. */
  async problems(file) {
    const open = () => this.page.evaluate(() => Boolean(document.querySelector('.markers-panel')?.offsetParent));
    if (!(await open())) {
      await this.page.setViewportSize({ width: 1280, height: 1200 }); // rows that are out of sight are not there
      await this.press('F1');
      await this.pick('View: Toggle Problems', { prefix: '>' });
      await wait(open, 3_000);
    }
    return this.page.evaluate((name) => [...document.querySelectorAll('.markers-panel .monaco-list-row')].flatMap((row) => {
      const [, code, message, place, source] = [...row.querySelectorAll('.monaco-table-td')].map((cell) => cell.textContent);
      return place?.includes(name) ? [{ code, message, source }] : [];
    }), file);
  }

  /** How many places are marked because the cursor is in a word. */
  marked() { return this.page.evaluate(() => document.querySelectorAll('.cdr.wordHighlight, .cdr.wordHighlightStrong, .cdr.wordHighlightText').length); }

  /** Types, and takes a proposal of the menu by keys. The labels of the menu, as they are read out. */
  async complete(text, label) {
    await this.page.keyboard.type(text, { delay: 30 });
    const rows = () => this.page.evaluate(() => [...(document.querySelector('.suggest-widget.visible')?.querySelectorAll('.monaco-list-row') ?? [])].map((row) => ({ label: row.querySelector('.label-name')?.textContent ?? '', focused: row.classList.contains('focused') })));
    for (let tries = 0; tries < 3 && (await rows()).length === 0; tries++) { await this.page.keyboard.press('Control+Space'); await wait(async () => (await rows()).length > 0, 3_000); }
    const there = await wait(async () => (await rows()).some((row) => row.label === label) && rows(), 5_000);
    const isIt = async () => (await rows()).some((row) => row.label === label && row.focused);
    for (let i = 0; there && i < there.length && !(await isIt()); i++) { await this.page.keyboard.press('ArrowDown'); await sleep(60); }
    const labels = (await rows()).map((row) => row.label);
    await this.page.keyboard.press(there ? 'Enter' : 'Escape');
    await sleep(300);
    return labels;
  }

  async save() {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Control+S');
    await wait(() => this.page.evaluate(() => document.querySelector('.tab.dirty') === null), 5_000);
  }

  text(file) { return fs.readFileSync(path.join(this.folder, file), 'utf8'); }

  squiggles() { return this.page.evaluate(() => document.querySelectorAll('.squiggly-error, .squiggly-warning').length); }

  /** The text of our page, wherever the workbench has put its frame. */
  async view() {
    for (const frame of this.page.frames()) {
      const text = await frame.evaluate(() => document.querySelector('main h1') && { heading: document.querySelector('main h1').textContent, text: document.body.innerText, links: [...document.querySelectorAll('main a')].filter((a) => a.tabIndex >= 0).length, scripts: document.querySelectorAll('main script').length }).catch(() => null);
      if (text) return text;
    }
    return undefined;
  }

  notifications() { return this.page.evaluate(() => [...document.querySelectorAll('.notification-list-item-message')].map((one) => one.textContent)); }

  async shot(name) { if (options.shots) { await sleep(600); await this.page.screenshot({ path: path.join(options.shots, `${name}.png`) }); } }
}
