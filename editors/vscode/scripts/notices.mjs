// Writes dist/notices.txt in this folder: the licences of the packages that its build bundles.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [, ...folders] = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { encoding: 'utf8', shell: process.platform === 'win32' }).trim().split('\n');
const notices = folders.sort().map((folder) => {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const licence = fs.readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${fs.readFileSync(path.join(folder, licence), 'utf8').trim()}\n`;
});
fs.mkdirSync('dist', { recursive: true });
fs.writeFileSync('dist/notices.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));
