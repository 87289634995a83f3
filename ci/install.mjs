// The crdls that a job runs: the one on PATH, or a release, downloaded and compared with its checksum.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The version of the checkout that the action is in: it is pinned together with the action. */
export function ownVersion() {
  return /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))[1];
}

/** OWNER/NAME of the action, which GitHub leaves empty in some steps: the folder of the action ends in OWNER/NAME/REF. */
function ownRepository(env) {
  if (env.CRDLS_REPOSITORY) return env.CRDLS_REPOSITORY;
  const parts = (env.GITHUB_ACTION_PATH || '').split(/[\\/]/);
  const at = parts.lastIndexOf('_actions');
  return at < 0 ? undefined : parts.slice(at + 1, at + 3).join('/');
}

async function download(url, token) {
  const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {}, signal: AbortSignal.timeout(300_000) });
  // A body that nobody reads keeps the process alive.
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return bytes;
}

/** The program to run. */
export async function installed(env) {
  if (!env.CRDLS_VERSION && spawnSync('crdls', ['--version'], { stdio: 'ignore' }).status === 0) return 'crdls';
  const repository = ownRepository(env);
  if (!repository) throw new Error('there is no `crdls` on PATH. Install it in a step before this one');
  const version = (env.CRDLS_VERSION || ownVersion()).replace(/^v/, '');
  const name = `crdls-${process.platform}-${process.arch}`;
  const release = `${env.GITHUB_SERVER_URL}/${repository}/releases/download/v${version}`;
  const archive = await download(`${release}/${name}.tar.gz`, env.CRDLS_TOKEN);
  const sums = (await download(`${release}/checksums.txt`, env.CRDLS_TOKEN)).toString('utf8');
  const expected = sums.split('\n').map((line) => line.trim().split(/\s+\*?/)).find(([, file]) => file === `${name}.tar.gz`)?.[0];
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected) throw new Error(`${name}.tar.gz of v${version} has the checksum ${actual}, expected ${expected ?? 'one in checksums.txt'}`);
  const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'crdls-'));
  const file = join(folder, `${name}.tar.gz`);
  writeFileSync(file, archive);
  // A relative name: the tar of Git for Windows takes `C:` for a host.
  const unpacked = spawnSync('tar', ['-xzf', basename(file)], { cwd: folder, stdio: 'inherit' });
  if (unpacked.status !== 0) throw new Error(`${file} cannot be unpacked`);
  return join(folder, name, process.platform === 'win32' ? 'crdls.exe' : 'crdls');
}
