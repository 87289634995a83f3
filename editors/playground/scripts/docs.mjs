// Plays the documentation site in headless Chromium: five pages at phone and desktop width in both themes, and the search.
// Prints a line for each check; fails if one does not hold.
//
// node scripts/docs.mjs FOLDER [--shots DIR] [--chromium PROGRAM]
import { parseArgs } from 'node:util';
import { OPTIONS, check, stage } from './stage.mjs';

const { values: options, positionals: [folder] } = parseArgs({ allowPositionals: true, options: OPTIONS });
const { address, browser, shot, close } = await stage(folder, options);

const PAGES = ['start/vscode.html', 'start/terminal.html', 'guides/cel.html', 'codes/cel-cost/index.html', 'ratcheting.html'];
const WIDTHS = [['desktop', 1280, 900], ['phone', 390, 844]];
// The names that mdBook gives to its themes.
const THEMES = [['light', 'light'], ['dark', 'navy']];

for (const [theme, name] of THEMES) {
  for (const [size, width, height] of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
    await context.addInitScript((chosen) => localStorage.setItem('mdbook-theme', chosen), name);
    for (const at of PAGES) {
      const page = await context.newPage();
      page.on('pageerror', (error) => check(`no error in ${at}`, false, String(error)));
      const wrong = [];
      page.on('response', (response) => response.status() >= 400 && wrong.push(response.url()));
      await page.goto(address + at, { waitUntil: 'load' });
      const seen = await page.evaluate(() => ({
        title: document.querySelector('main h1')?.textContent ?? '',
        theme: document.documentElement.className,
        words: document.querySelector('main').textContent.split(/\s+/).length,
        overflow: document.documentElement.scrollWidth - innerWidth,
        // A picture that did not load has no size.
        broken: [...document.querySelectorAll('main img')].filter((image) => image.complete && image.naturalWidth === 0).length,
        wide: [...document.querySelectorAll('main img')].filter((image) => image.getBoundingClientRect().right > innerWidth + 1).length,
      }));
      const holds = seen.title !== '' && seen.words > 50 && seen.theme.includes(name) && seen.overflow <= 0 && seen.broken + seen.wide + wrong.length === 0;
      check(`${at}, ${theme}, ${size}`, holds, holds ? seen.title : JSON.stringify({ ...seen, wrong }));
      await shot(page, `${at.replace(/\/index\.html$|\.html$/, '').replaceAll('/', '-')}-${theme}-${size}`, false);
      await page.close();
    }
    await context.close();
  }
}

// The search, as a reader uses it.
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(`${address}introduction.html`);
await page.keyboard.press('s');
await page.waitForSelector('#mdbook-searchbar, #searchbar', { state: 'visible' });
await page.keyboard.type('ratcheting');
const results = '#mdbook-searchresults li a, #searchresults li a';
const found = await page.waitForSelector(results, { timeout: 20_000 }).catch(() => null);
const links = found ? await page.$$eval(results, (all) => all.map((one) => one.textContent.trim())) : [];
check('the search finds "ratcheting"', links.some((text) => /ratcheting/i.test(text)), `${links.length} results, first: ${links[0] ?? 'none'}`);
await shot(page, 'search', false);
await page.click(`:is(${results}) >> nth=0`);
await page.waitForLoadState('load');
check('the first result leads to a page with the word', /ratchet/i.test(await page.textContent('main')), page.url().replace(address, ''));
await close();
