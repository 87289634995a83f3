// Plays the page in headless Chromium: first findings, a story by keys alone, accessibility, links, bad input, times.
// Prints a line for each check; fails with the first that does not hold.
//
// node scripts/browser.mjs FOLDER [--shots DIR] [--chromium PROGRAM] [--large CRD]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OPTIONS, check, stage } from './stage.mjs';

const { values: options, positionals: [folder] } = parseArgs({
  allowPositionals: true,
  options: { ...OPTIONS, large: { type: 'string' } },
});
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { address, browser, shot, close } = await stage(folder, options);

const status = (page) => page.textContent('#status');
const settled = (page, number = 1) =>
  page.waitForFunction((least) => performance.getEntriesByName('crdls-settled').length >= least, number, { timeout: 60_000 });
const settles = (page) => page.evaluate(() => performance.getEntriesByName('crdls-settled').length);
const notice = async (page, pattern) => {
  await page.waitForFunction((source) => new RegExp(source).test(document.getElementById('notice').textContent), pattern.source, { timeout: 30_000 }).catch(() => {});
  const text = await page.textContent('#notice');
  return { text, holds: pattern.test(text) };
};
async function open(context, at = '', script) {
  const page = await context.newPage();
  page.on('pageerror', (error) => check('no error in the page', false, String(error)));
  if (script) await page.addInitScript(script);
  // Tasks that keep the page from answering.
  await page.addInitScript(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(address + at);
  return page;
}
async function axe(page, what) {
  const { violations } = await page.evaluate(`${axeSource}; axe.run(document, { resultTypes: ['violations'] })`);
  const found = violations.map(({ id, nodes }) => `${id} (${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')})`);
  check(`axe-core, ${what}: ${violations.length} violations`, violations.length === 0, found.join('; '));
}
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);
/** Presses Tab until the focus is where it should be. */
async function tabTo(page, id, most = 60) {
  for (let n = 0; n < most; n++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === id) return true;
  }
  return false;
}

// First findings.
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
await context.grantPermissions(['clipboard-read', 'clipboard-write']);
const page = await open(context);
await settled(page);
const first = await page.evaluate(() => performance.getEntriesByName('crdls-settled')[0].startTime);
check('an example has findings', /Custom resource: \d+ errors/.test(await status(page)), await status(page));
console.log(`     first findings ${Math.round(first)} ms after navigation`);
await shot(page, 'light');

// By keys alone.
await page.keyboard.press('Tab');
check('the first stop is the link to the problems', (await focused(page)) === 'skip');
check('Kubernetes is reached by Tab', await tabTo(page, 'kubernetes'));
check('examples are reached by Tab', await tabTo(page, 'example'));
let before = await settles(page);
await page.keyboard.press('l');
await settled(page, before + 1);
check('a key chooses an example', /^CRD: \d+ \w+/.test(await status(page)), await status(page));
check('Tab leads into an editor', await tabTo(page, 'cm-content') || /cm-content/.test(await focused(page)));
await page.keyboard.press('Control+Home');
await page.keyboard.press('F8');
await page.keyboard.press('Control+.');
await page.waitForSelector('#problems li[data-open]');
check('a key opens the problem at the cursor', (await page.evaluate(() => document.activeElement.getAttribute('aria-expanded'))) === 'true');
await page.waitForFunction(() => !/Looking for fixes/.test(document.querySelector('li[data-open]').textContent));
const problems = async () => [...(await status(page)).matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
const count = await problems();
let fixes = false;
for (let n = 0; n < 12 && !fixes; n++) {
  await page.keyboard.press('Tab');
  fixes = (await focused(page)) === 'fix';
}
check('a fix is reached by Tab', fixes);
before = await settles(page);
await page.keyboard.press('Enter');
await settled(page, before + 1);
check('a fix fixes', (await problems()) < count, `${count} problems, then ${await problems()}`);
check('a view is reached by Tab', await tabTo(page, 'tab-cost', 120));
for (const tab of ['tab-stored', 'tab-explain', 'tab-openapi', 'tab-changes']) {
  await page.keyboard.press('ArrowRight');
  check(`an arrow leads to ${tab}`, (await focused(page)) === tab);
}
await page.keyboard.press('Home');
await page.waitForFunction(() => document.getElementById('view-cost').textContent !== '');
check('the view of costs answers', true, (await page.textContent('#view-cost')).slice(0, 60));

// Completion and hover in an editor.
await page.focus('#crd .cm-content');
await page.keyboard.press('Control+End');
await page.keyboard.type('\n');
await page.keyboard.press('Control+Space');
await page.waitForSelector('.cm-tooltip-autocomplete li', { timeout: 10_000 });
check('completion offers something', true, await page.textContent('.cm-tooltip-autocomplete li'));
await page.keyboard.press('Escape');
await page.hover('#crd .tok-propertyName >> nth=3');
await page.waitForSelector('.cm-tooltip-hover .markdown', { timeout: 10_000 });
check('hover explains a key', true, (await page.textContent('.cm-tooltip-hover .markdown')).slice(0, 60));
await page.mouse.move(0, 0);

// Accessibility, in both themes, wide and narrow, with each view.
await page.selectOption('#example', 'pizza');
await settled(page, (await settles(page)) + 1);
for (const theme of ['light', 'dark']) {
  if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) await page.click('#theme');
  for (const [width, height, size] of [[1280, 900, 'wide'], [390, 844, 'phone']]) {
    await page.setViewportSize({ width, height });
    await page.click('#problems li button >> nth=0');
    for (const tab of ['cost', 'stored', 'explain', 'openapi', 'changes']) {
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(150);
      await axe(page, `${theme}, ${size}, ${tab}`);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`nothing is wider than the page, ${theme}, ${size}`, overflow <= 0, overflow > 0 ? `${overflow} px` : '');
    await page.click('#tab-stored');
    await shot(page, `${theme}-${size}`);
  }
}
await page.setViewportSize({ width: 1280, height: 900 });

// Changes with an object.
await page.selectOption('#example', 'ovens');
await settled(page, (await settles(page)) + 1);
await page.click('#tab-changes');
await page.click('#keep');
before = await settles(page);
await page.focus('#crd .cm-content');
await page.keyboard.press('Control+Home');
await page.keyboard.press('Control+f');
await page.keyboard.type('type: integer');
await page.keyboard.press('Enter');
await page.keyboard.press('Escape');
await page.keyboard.type('type: boolean');
await settled(page, before + 1);
await page.waitForSelector('#changes-text li pre', { timeout: 30_000 });
check('a change is shown by an object', true, (await page.textContent('#changes-text li')).slice(0, 80));
await shot(page, 'changes');

// A link in another profile, without a network.
await page.click('#share');
const copied = await notice(page, /link is copied/);
check('the link is copied', copied.holds, copied.text);
const link = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
console.log(`     the link has ${link.length} characters`);
const other = await browser.newContext();
const visit = await open(other);
await visit.evaluate(() => navigator.serviceWorker.ready);
await visit.close();
await other.setOffline(true);
const opened = await open(other, link);
await settled(opened);
const texts = (of) => of.evaluate(() => [...document.querySelectorAll('.editor .cm-content')].map((one) => one.textContent.slice(0, 2000)));
const same = JSON.stringify(await texts(opened)) === JSON.stringify(await texts(page)) && (await status(opened)) === (await status(page));
check('a link opens the same in another profile, offline', same, await status(opened));
await other.close();

// Bad input: a line each.
const bad = async (what, pattern, at = '', script) => {
  const broken = await open(await browser.newContext(), at, script);
  const { text, holds } = await notice(broken, pattern);
  check(what, holds, text);
  await broken.context().close();
};
await bad('a link cut in half', /incomplete/, link.slice(0, link.length / 2));
await bad('a link of another version', /version 7/, link.replace('#1.', '#7.'));
await bad('no WebAssembly', /no WebAssembly/, '', () => delete globalThis.WebAssembly);
const privately = await open(await browser.newContext(), '', () =>
  Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } }),
);
await settled(privately);
await privately.click('#theme');
const stores = await notice(privately, /stores nothing/);
check('no storage', stores.holds, stores.text);
await privately.context().close();
const paste = (of, text) =>
  of.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.querySelector('#crd .cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
const all = async (of) => {
  await of.focus('#crd .cm-content');
  await of.keyboard.press('Control+a');
};
const pasting = await open(await browser.newContext());
await settled(pasting);
await all(pasting);
await paste(pasting, 'a: b # 0123456789012345678901234567890123456789\n'.repeat(110_000));
const long = await notice(pasting, /5\.\d MB/);
check('a paste of 5 MB', long.holds, long.text);
console.log(`     longest task of the page ${Math.round(await pasting.evaluate(() => window.longest))} ms`);
// A rule of nested folds runs until the cost limit when a default is validated.
await all(pasting);
const range = '[0,1,2,3,4,5,6,7,8,9]';
const rule = `${`${range}.all(x, `.repeat(7)}true${')'.repeat(7)}`;
before = await settles(pasting);
await paste(pasting, `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pizzas.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Pizza, plural: pizzas}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, default: {}, x-kubernetes-validations: [{rule: "${rule}"}]}
`);
await settled(pasting, before + 1);
const costly = await pasting.textContent('#problems');
check('a rule that runs into the cost limit', /cost|budget/.test(costly), costly.slice(0, 100));
await pasting.context().close();

// Times of edits.
async function edits(what, text) {
  const timed = await open(await browser.newContext());
  await settled(timed);
  await all(timed);
  let done = await settles(timed);
  await paste(timed, text);
  await settled(timed, done + 1);
  await timed.keyboard.press('Control+Home');
  await timed.keyboard.press('End');
  await timed.evaluate(() => { performance.clearMarks(); window.longest = 0; });
  for (let n = 1; n <= 100; n++) {
    done = await settles(timed);
    await timed.keyboard.press(n % 2 ? 'x' : 'Backspace');
    await settled(timed, done + 1);
  }
  const times = await timed.evaluate(() => {
    const [from, to] = ['crdls-edit', 'crdls-settled'].map((name) => performance.getEntriesByName(name).map(({ startTime }) => startTime));
    return from.map((start) => to.find((end) => end >= start) - start).sort((a, b) => a - b);
  });
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  const longest = Math.round(await timed.evaluate(() => window.longest));
  console.log(`     edit to findings, ${what} (${(text.length / 1000).toFixed(0)} KB): median ${at(0.5)} ms, p99 ${at(0.99)} ms; longest task of the page ${longest} ms`);
  await timed.context().close();
}
const pizzas = readFileSync(path.resolve(import.meta.dirname, '../../../examples/good/pizzas.yaml'), 'utf8');
await edits('the example', pizzas);
if (options.large) for (const file of options.large.split(',')) await edits(path.basename(file), readFileSync(file, 'utf8'));

await close();
