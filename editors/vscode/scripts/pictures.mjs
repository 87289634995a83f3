// Makes media/*.png anew from the real thing: VS Code in a browser, with the package that users install.
//
//     tests/editors/shared.sh views       # once: sets up code-server, packs the extension
//     tests/editors/.work/shared/vscode/nodeenv/bin/node editors/vscode/scripts/pictures.mjs [--only NAME] [--out DIR]
//
// The pictures of the views come from `tests/editors/shared.sh views --shots DIR`, those of Go are its `go-completion-*`. Look at each before it is committed.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const repository = path.resolve(import.meta.dirname, '../../..');
const work = path.join(repository, 'tests/editors/.work');
const { values: options } = parseArgs({
  options: {
    drivers: { type: 'string', default: path.join(work, 'shared/vscode') },
    vsix: { type: 'string', default: path.join(work, 'crdls.vsix') },
    server: { type: 'string', default: process.env.CRDLS ?? path.join(repository, 'target/release/crdls') },
    chromium: { type: 'string', default: process.env.CHROMIUM ?? '/usr/bin/chromium' },
    out: { type: 'string', default: path.join(repository, 'editors/vscode/media') },
    only: { type: 'string' },
  },
});
const { chromium } = createRequire(path.join(options.drivers, 'driver/driver.mjs'))('playwright-core');

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What is done before each picture is taken: a file, and a way through it. */
const PICTURES = {
  findings: async (w) => {
    // What F8 opens cuts long lines off: a finding whose lines are short.
    await w.open('broken/pizza-hawaii.yaml');
    await w.at('huge', 0);
    await w.appears('.squiggly-error');
    await w.page.keyboard.press('F8');
    await w.appears('.zone-widget');
  },
  fix: async (w) => {
    await w.open('broken/menus.yaml');
    await w.at('language: #', 2);
    await w.appears('.squiggly-error');
    await w.page.keyboard.press('Control+.');
    await w.appears('.action-widget .monaco-list-row');
  },
  'hover-resource': async (w) => {
    await w.open('good/pizza-margherita.yaml');
    await w.at('hydration', 2);
    await w.hover();
  },
  'complete-extension': async (w) => {
    await w.open('good/pizzas.yaml');
    await w.at('not both.', 'not both.'.length);
    await w.page.keyboard.press('Enter');
    await w.type('x-k');
    await w.suggestions();
  },
  'complete-cel': async (w) => {
    await w.open('good/pizzas.yaml');
    await w.at('size(self.toppings) <= 4', 'size(self.toppings) <= 4'.length);
    await w.type(' || self.');
    await w.suggestions();
    for (const _ of ['labels', 'maxBurnt', 'ovenRef', 'quantity']) await w.page.keyboard.press('ArrowDown');
  },
};

class Workbench {
  constructor(page, folder) { Object.assign(this, { page, folder }); }

  /** Undoes what was typed, so that the next picture starts from the file. */
  async leave() {
    for (let tries = 0; tries < 3; tries++) await this.page.keyboard.press('Escape');
    for (let tries = 0; tries < 40 && (await this.page.locator('.tab.active.dirty').count()) > 0; tries++) await this.page.keyboard.press('Control+Z');
    await sleep(1_000);
  }

  async appears(selector) { await this.page.waitForSelector(selector, { state: 'visible', timeout: 20_000 }); }

  async pick(key, text, row = text) {
    await this.page.keyboard.press(key);
    const input = this.page.locator('.quick-input-widget .quick-input-box input').first();
    await input.waitFor({ state: 'visible' });
    await input.fill(text);
    await this.page.waitForFunction((wanted) => [...document.querySelectorAll('.quick-input-list .monaco-list-row')].some((one) => one.textContent.includes(wanted)), row);
    await sleep(300);
    await this.page.keyboard.press('Enter');
    await sleep(500);
  }

  async open(file) {
    this.file = path.join(this.folder, file);
    await this.pick('Control+P', file, path.basename(file));
    await this.page.waitForFunction((name) => document.querySelector('.tab.active')?.textContent.includes(name), path.basename(file));
    await this.page.waitForFunction(() => /K8s 1\.\d+ · [1-9]/.test(document.querySelector('[id$="crdls.status"]')?.textContent ?? ''));
  }

  /** Puts the cursor into a text of the file, with some lines above it in sight. */
  async at(text, into) {
    const before = fs.readFileSync(this.file, 'utf8').split(text)[0].split('\n');
    await this.pick('Control+G', `:${before.length},${before.at(-1).length + 1 + into}`, 'line');
  }

  async type(text) { await this.page.keyboard.type(text, { delay: 60 }); }

  /** The list, with the page of the chosen entry beside it. */
  async suggestions() {
    await this.appears('.suggest-widget.visible .monaco-list-row');
    await sleep(500);
    if (!(await this.page.locator('.suggest-details').isVisible())) await this.page.keyboard.press('Control+Space');
    await this.appears('.suggest-details');
  }

  async hover() {
    await this.page.keyboard.press('Control+K');
    await this.page.keyboard.press('Control+I');
    await this.appears('.monaco-hover:not(.hidden) .hover-contents');
  }
}

const SETTINGS = {
  'workbench.startupEditor': 'none', 'security.workspace.trust.enabled': false, 'telemetry.telemetryLevel': 'off', 'git.enabled': false, 'chat.disableAIFeatures': true,
  'extensions.autoUpdate': false, 'extensions.autoCheckUpdates': false, 'update.mode': 'none', 'workbench.enableExperiments': false, 'workbench.tips.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern', 'workbench.activityBar.location': 'hidden', 'workbench.secondarySideBar.defaultVisibility': 'hidden', 'workbench.layoutControl.enabled': false,
  'window.commandCenter': false, 'window.menuBarVisibility': 'hidden', 'breadcrumbs.enabled': false, 'editor.minimap.enabled': false, 'editor.stickyScroll.enabled': false, 'editor.accessibilitySupport': 'off',
  'editor.wordBasedSuggestions': 'off', 'editor.cursorBlinking': 'solid', 'editor.fontSize': 13, 'editor.quickSuggestions': { strings: 'on', other: 'on', comments: 'off' },
};

async function workbench(port, base, home, folder, story) {
  const server = spawn(process.execPath, [...base, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override'], { stdio: 'ignore', detached: true });
  let context;
  try {
    for (let tries = 0; tries < 300 && !(await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false)); tries++) await sleep(200);
    context = await chromium.launchPersistentContext(path.join(home, 'chrome'), {
      executablePath: options.chromium, headless: true, viewport: { width: 960, height: 440 },
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
    await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
    await sleep(2_000);
    await page.keyboard.press('Control+B'); // the side bar
    await story(new Workbench(page, folder));
  } finally {
    await context?.close().catch(() => {});
    try { process.kill(-server.pid, 'SIGTERM'); } catch { /* it is gone */ }
  }
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'crdls-pictures-'));
const folder = path.join(home, 'pizzeria');
fs.cpSync(path.join(repository, 'examples'), folder, { recursive: true });
fs.mkdirSync(path.join(home, 'data/User'), { recursive: true });
fs.writeFileSync(path.join(home, 'data/User/settings.json'), JSON.stringify({ ...SETTINGS, 'crdls.path': path.resolve(options.server) }));
fs.writeFileSync(path.join(home, 'config.yaml'), 'auth: none\ncert: false\n');
const base = [path.join(options.drivers, 'cs/node_modules/code-server/out/node/entry.js'), '--config', path.join(home, 'config.yaml'), '--user-data-dir', path.join(home, 'data'), '--extensions-dir', path.join(home, 'ext')];
const installed = spawnSync(process.execPath, [...base, '--install-extension', path.resolve(options.vsix)], { encoding: 'utf8' });
if (!installed.stdout.includes('successfully installed')) throw new Error(installed.stdout + installed.stderr);
const port = await new Promise((resolve) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => resolve(port)); }); });
fs.mkdirSync(options.out, { recursive: true });
await workbench(port, base, home, folder, async (w) => {
  for (const [name, prepare] of Object.entries(PICTURES).filter(([name]) => options.only === undefined || name === options.only)) {
    try {
      await prepare(w);
    } catch (error) {
      console.error(`${name}: ${error.message}`);
      process.exitCode = 1;
    }
    await sleep(800);
    await w.page.screenshot({ path: path.join(options.out, `${name}.png`) });
    console.log(`${name}.png`);
    await w.leave();
  }
});
fs.rmSync(home, { recursive: true, force: true });
