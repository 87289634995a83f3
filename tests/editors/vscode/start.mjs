// The start page of VS Code, docs/start/vscode.md, step by step, from the installed package to a finding and its fix.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, options, repository, until, withWorkbench } from './workbench.mjs';

export async function start() {
  const page = fs.readFileSync(path.join(repository, 'docs/start/vscode.md'), 'utf8');
  const step = (title) => page.split(/^\d+\. /m).find((part) => part.startsWith(`**${title}`)) ?? '';
  const code = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, inner]) => inner);
  // The package is the one that the first step builds.
  expect(code(step('Build the extension')).includes('cargo dev dist'), '1: the command builds the package', options.vsix);
  const file = code(step('Open a CRD')).find((one) => one.startsWith('examples/'));
  const checked = spawnSync(path.resolve(options.server), ['check', file, '--output-format', 'concise'], { cwd: repository, encoding: 'utf8' });
  const line = checked.stdout.split('\n').find((one) => one.includes('optional-list-map-key'));
  const headline = line.split(']: ')[1];
  await withWorkbench('the start page', 'examples', {}, async (w) => {
    expect(true, '2: the package is installed');
    await w.open(file.replace('examples/', ''));
    // F8 goes to the next one; the first is further down than the window is high.
    const underlined = async () => {
      await w.page.keyboard.press('F8');
      const count = await w.squiggles();
      return count > 2 && `${count} squiggles`;
    };
    await until('3: findings are underlined', underlined, { ms: 60_000 });
    await w.page.keyboard.press('Escape');
    await w.command('Problems: Focus on Problems View');
    const row = () => w.page.evaluate((wanted) => [...document.querySelectorAll('.markers-panel .monaco-list-row')].map((one) => one.textContent).find((text) => text.replaceAll('\u00a0', ' ').includes(wanted)), headline.slice(0, 40));
    await until('3: the Problems view lists the finding', row, { shown: (text) => text });
    await w.shot('start-findings');
    const [, at, column] = line.match(/:(\d+):(\d+): /);
    const before = w.text(file.replace('examples/', ''));
    await w.open(file.replace('examples/', ''));
    const titles = await w.fix([Number(at), Number(column)], /^Add /i);
    expect(titles.some((title) => /^Add /i.test(title)), '4: Ctrl+. offers quick fixes', titles.join(', '));
    await w.save();
    await until('4: a fix changes the file', async () => w.text(file.replace('examples/', '')) !== before);
    await w.command('crdls: Explain a Code, Field or Function');
    await w.pick(code(step('Read the page')).at(-1));
    const isPage = async (frame) => frame.evaluate((name) => document.querySelector('h1')?.textContent === name, code(step('Read the page')).at(-1)).catch(() => false);
    await until('5: the page of a code opens', async () => { for (const frame of w.page.frames()) if (await isPage(frame)) return true; return false; });
    const minor = step('Set your cluster').match(/kubernetes = "([\d.]+)"/)[1];
    fs.writeFileSync(path.join(w.folder, 'crdls.toml'), `kubernetes = "${minor}"\n`);
    await w.open(file.replace('examples/', ''));
    await until('6: crdls.toml sets the version in the status bar', async () => (await w.status()).startsWith(`K8s ${minor}`) && w.status(), { ms: 30_000 });
  });
}
