// The extension's own parts in the real thing: status bar, views, grammar, other YAML, a lost server, a wrong path.
//
//     tests/editors/shared.sh views [--shots DIR]
//
// Knows the workbench's page as a user sees it. code-server, Chromium's driver and Node are those that the shared
// drivers' set-up has put into their folder; the extension is the package that users install.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const { values: options } = (await import('node:util')).parseArgs({
  options: { drivers: { type: 'string' }, vsix: { type: 'string' }, server: { type: 'string' }, shots: { type: 'string' }, chromium: { type: 'string', default: process.env.CHROMIUM ?? '/usr/bin/chromium' } },
});
const drivers = path.resolve(options.drivers);
const { chromium } = createRequire(path.join(drivers, 'driver/driver.mjs'))('playwright-core');
const repository = path.resolve(import.meta.dirname, '../../..');
const codeServer = path.join(drivers, 'cs/node_modules/code-server/out/node/entry.js');
const failures = [];
const times = {};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const freePort = () => new Promise((resolve) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => resolve(port)); }); });
async function until(what, look, ms = 15_000) {
  const start = Date.now();
  for (;;) {
    const seen = await look().catch(() => undefined);
    if (seen) return seen;
    if (Date.now() - start > ms) { failures.push(what); return undefined; }
    await sleep(50);
  }
}
const expect = (holds, what) => { if (!holds) failures.push(what); };

/** A workbench with the extension, on a copy of examples/ and a file that is no manifest. */
async function withWorkbench(name, settings, story) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'crdls-vscode-'));
  const folder = path.join(home, 'pizzeria');
  fs.cpSync(path.join(repository, 'examples'), folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'values.yaml'), 'replicas: 2\nimage: {tag: on, tag: off}\nrule: self.a\n');
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
  const installed = spawnSync(process.execPath, [...base, '--install-extension', path.resolve(options.vsix)], { encoding: 'utf8' });
  if (!installed.stdout.includes('successfully installed')) throw new Error(installed.stdout + installed.stderr);
  const port = await freePort();
  const log = fs.openSync(path.join(home, 'server.log'), 'a');
  const server = spawn(process.execPath, [...base, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override'], {
    stdio: ['ignore', log, log], detached: true, env: { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":"http://127.0.0.1:1/none","itemUrl":"","resourceUrlTemplate":"","controlUrl":""}' },
  });
  let context;
  try {
    await until('code-server starts', () => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok), 60_000);
    context = await chromium.launchPersistentContext(path.join(home, 'chrome'), {
      executablePath: options.chromium, headless: true, viewport: { width: 1280, height: 760 },
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
    await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
    await story(new Workbench(page, folder));
  } catch (error) {
    failures.push(`${name}: ${error.stack ?? error}`);
  } finally {
    await context?.close().catch(() => {});
    try { process.kill(-server.pid, 'SIGTERM'); } catch { /* it is gone */ }
    fs.rmSync(home, { recursive: true, force: true });
  }
}

class Workbench {
  constructor(page, folder) { Object.assign(this, { page, folder }); }

  async pick(text, { prefix = '' } = {}) {
    const input = this.page.locator('.quick-input-widget .quick-input-box input').first();
    await input.waitFor({ state: 'visible', timeout: 10_000 });
    await input.fill(prefix + text);
    await until(`the choice ${text}`, () => this.page.evaluate((wanted) => [...document.querySelectorAll('.quick-input-list .monaco-list-row')].some((row) => row.textContent.includes(wanted)), text.split('/').at(-1)), 10_000);
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
    await until(`${file} is open`, () => this.page.evaluate((name) => document.querySelector('.tab.active')?.textContent.includes(name), path.basename(file)));
  }

  status() { return this.page.evaluate(() => document.querySelector('[id$="crdls.status"]')?.textContent.trim() ?? ''); }

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

async function views(theme) {
  // A server that says which process it is, so that it can be taken away.
  const here = fs.mkdtempSync(path.join(os.tmpdir(), 'crdls-server-'));
  const pids = path.join(here, 'pids');
  const wrapper = path.join(here, 'crdls');
  fs.writeFileSync(wrapper, `#!/bin/sh\necho $$ >> ${pids}\nexec ${path.resolve(options.server)} "$@"\n`, { mode: 0o755 });
  await withWorkbench(theme, { 'crdls.path': wrapper, 'workbench.colorTheme': theme }, async (w) => {
    const kind = theme.includes('Dark') ? 'dark' : 'light';
    await w.open('good/pizza-margherita.yaml');
    const start = Date.now();
    await until('the status bar names minor and CRDs', async () => /K8s 1\.\d+ · [1-9]\d* CRDs/.test(await w.status()), 30_000);
    times.status_after_open = Date.now() - start;
    expect((await w.squiggles()) === 0, 'a good custom resource has squiggles');
    await w.command('crdls: Preview Stored Object');
    const diff = await until('the preview of the stored object', () => w.page.evaluate(() => { const text = document.querySelector('.monaco-diff-editor')?.textContent ?? ''; return text.replaceAll('\u00a0', ' ').includes('side: both') && text; }));
    expect(diff?.includes('grams'), 'the preview shows no object');
    await w.shot(`stored-${kind}`);
    await w.page.keyboard.press('Control+W');
    await w.open('good/pizzas.yaml');
    await w.command('crdls: Preview Printer Columns');
    const columns = await until('the printer columns', async () => { const view = await w.view(); return view?.text.includes('margherita') && view; });
    expect(columns?.text.includes('QUANTITY') && columns.text.includes('large'), `the columns show no cells: ${columns?.text}`);
    expect(columns?.links > 0 && columns.scripts === 0, 'the columns cannot be followed by keyboard, or run a script');
    await w.shot(`columns-${kind}`);
    await w.page.keyboard.press('Control+W');
    await w.open('broken/orders.yaml');
    await until('the findings of a broken CRD', () => w.page.evaluate(() => /[1-9]/.test(document.getElementById('status.problems')?.textContent ?? '')));
    await w.command('crdls: Show Cost Report');
    const cost = await until('the cost report', async () => { const view = await w.view(); return view?.text.includes('too much') && view; });
    expect(cost?.text.includes('exists_one') && cost.text.includes('maxItems'), `the report shows no rule or no driver: ${cost?.text}`);
    await w.shot(`cost-${kind}`);
    await w.page.keyboard.press('Control+W');
    await w.open('broken/pizza-hawaii.yaml');
    await until('the findings of a custom resource whose CRD is in another file', async () => (await w.squiggles()) > 2);
    await w.page.keyboard.press('F8');
    await w.shot(`findings-${kind}`);
    await w.page.keyboard.press('Escape');
    if (kind === 'light') return;
    await w.command('crdls: Explain a Code, Field or Function');
    await w.pick('missing-type');
    await until('the page of a code', async () => { for (const frame of w.page.frames()) if (await frame.evaluate(() => document.querySelector('h1')?.textContent === 'missing-type').catch(() => false)) return true; return false; });
    await w.page.keyboard.press('Control+W');
    // Another minor, by a click.
    await w.page.locator('[id$="crdls.status"] a').first().click();
    await w.pick('1.33');
    await until('the minor that was chosen is in force', async () => (await w.status()).startsWith('K8s 1.33'));
    expect(JSON.parse(fs.readFileSync(path.join(w.folder, '.vscode/settings.json'), 'utf8'))['crdls.kubernetes'] === '1.33', 'the choice is not a setting of the workspace');
    // YAML of no kind.
    await w.open('values.yaml');
    await sleep(1500);
    expect((await w.squiggles()) === 0, 'YAML that is no manifest has findings');
    // A server that falls over is there again.
    const pid = () => Number(fs.readFileSync(pids, 'utf8').trim().split('\n').at(-1));
    const first = pid();
    process.kill(first, 'SIGKILL');
    await until('a server that fell over is started again', async () => pid() !== first && (await w.status()).startsWith('K8s'));
    expect((await w.notifications()).length === 0, 'a server that came back is a message');
  });
  fs.rmSync(here, { recursive: true, force: true });
}

/** One message that says what to do, and a status bar item that says that nothing runs. */
async function trouble(name, command, words) {
  await withWorkbench(name, { 'crdls.path': command }, async (w) => {
    await w.open('good/pizzas.yaml');
    await until(`${name}: the message`, async () => (await w.notifications()).some((text) => text.includes(words)), 40_000);
    await sleep(2_000);
    const said = await w.notifications();
    expect(said.length === 1, `${name}: ${said.length} messages: ${said.join(' | ')}`);
    expect((await w.status()).includes('crdls') && !(await w.status()).includes('K8s'), `${name}: the status bar says ${await w.status()}`);
  });
}

if (options.shots) fs.mkdirSync(options.shots, { recursive: true });
await views('Default Dark Modern');
await views('Default Light Modern');
await trouble('a wrong path', '/no/such/crdls', 'crdls.path names /no/such/crdls');
await trouble('a server that crashes', '/bin/false', 'stopped 4 times');
console.log(JSON.stringify({ times_ms: times, failures }, null, 1));
for (const failure of failures) console.error(`failed: ${failure}`);
console.log(failures.length === 0 ? '4 passed, 0 failed' : `${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
