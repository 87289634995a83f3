// The hooks of pre-commit, the template for GitLab, and whether action.yml, its script and its workflow agree.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ownVersion } from '../../ci/install.mjs';
import { Checkout, CRDLS, GitHub, ROOT } from './github.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');

/** The reader of YAML that the extension's development brings. */
function yaml(t, file) {
  if (!existsSync(join(ROOT, 'editors/vscode/node_modules/js-yaml')) && !process.env.CRDLS_JS_YAML) return t.skip('no js-yaml: run npm ci in editors/vscode');
  const require = createRequire(process.env.CRDLS_JS_YAML ?? join(ROOT, 'editors/vscode/package.json'));
  return require('js-yaml').load(read(file));
}

let github;
let folder;
before(async () => {
  github = await GitHub.start();
  folder = mkdtempSync(join(tmpdir(), 'crdls-files-'));
  const name = `crdls-${process.platform}-${process.arch}`;
  mkdirSync(join(folder, name));
  copyFileSync(CRDLS, join(folder, name, 'crdls'));
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
  const archive = readFileSync(join(folder, `${name}.tar.gz`));
  github.files.set(`/releases/v${ownVersion()}/${name}.tar.gz`, archive);
  github.files.set(`/releases/v${ownVersion()}/checksums.txt`, `${createHash('sha256').update('x').digest('hex')}  other\n${createHash('sha256').update(archive).digest('hex')}  ${name}.tar.gz\n`);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await github.stop();
});

async function sh(script, cwd, env) {
  const child = spawn('sh', ['-e', '-c', script], { cwd, env });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += part));
  return { code: await new Promise((done) => child.on('close', done)), log };
}

test('the hook with a release downloads it once, and refuses another checksum', async () => {
  const clone = join(folder, 'clone');
  mkdirSync(join(clone, 'ci'), { recursive: true });
  for (const file of ['ci/hook.sh', 'Cargo.toml']) copyFileSync(join(ROOT, file), join(clone, file));
  const run = (args) => sh(`"${clone}/ci/hook.sh" ${args}`, ROOT, { PATH: process.env.PATH, CRDLS_RELEASES: `${github.url}/releases` });
  const good = await run('release check examples/good/pizzas.yaml');
  assert.equal(good.code, 0, good.log);
  const sums = `/releases/v${ownVersion()}/checksums.txt`;
  const text = github.files.get(sums);
  github.files.set(sums, text.replace(/^\w+(?= {2}crdls-)/m, '0'.repeat(64)));
  const again = await run('release check examples/broken/menus.yaml');
  assert.deepEqual([again.code, again.log.includes('optional-list-map-key')], [1, true], again.log);
  rmSync(join(clone, 'target'), { recursive: true });
  const wrong = await run('release check examples/good/pizzas.yaml');
  assert.deepEqual([wrong.code, /has the checksum \w+, expected 0000/.test(wrong.log)], [2, true], wrong.log);
  github.files.set(sums, text);
  // A program that is built already is not built again.
  mkdirSync(join(clone, 'target/release'), { recursive: true });
  copyFileSync(CRDLS, join(clone, 'target/release/crdls'));
  assert.equal((await run('source check examples/good/pizzas.yaml')).code, 0);
});

test('every hook runs a script that is there', (t) => {
  const hooks = yaml(t, '.pre-commit-hooks.yaml');
  for (const { id, entry, language, types_or: types, require_serial: serial } of hooks ?? []) {
    const [program, ...rest] = entry.split(' ');
    assert.deepEqual([types, serial, rest.at(-1)], [['yaml', 'json'], true, 'check'], id);
    assert.ok(language === 'system' ? program === 'crdls' : language === 'script' && existsSync(join(ROOT, program)), id);
  }
});

test('inputs and outputs of the action are those of its script', (t) => {
  const action = yaml(t, 'action.yml');
  if (!action) return;
  const [run, upload] = action.runs.steps;
  const script = ['action', 'install'].map((name) => read(`ci/${name}.mjs`)).join('');
  for (const [name, value] of Object.entries(run.env)) {
    assert.ok(script.includes(`env.${name}`), name);
    const input = /^\$\{\{ inputs\.(\S+) \}\}$/.exec(value)?.[1];
    assert.ok(!input || action.inputs[input], value);
  }
  for (const name of [...script.matchAll(/env\.(CRDLS_\w+)/g)].map((match) => match[1])) assert.ok(name in run.env, name);
  for (const [name, { description }] of Object.entries(action.inputs)) {
    const used = Object.values(run.env).includes(`\${{ inputs.${name} }}`) || upload.if.includes(`inputs.${name} `);
    assert.ok(used && description, name);
  }
  for (const [name, { value }] of Object.entries(action.outputs)) {
    assert.ok(script.includes(`output('${name}'`) && value === `\${{ steps.${run.id}.outputs.${name} }}`, name);
  }
  const workflow = yaml(t, 'ci/github.yml');
  const { uses, with: given } = workflow.jobs.crdls.steps.at(-1);
  assert.equal(uses, `OWNER/crdls@v${ownVersion()}`);
  for (const name of Object.keys(given)) assert.ok(name in action.inputs, name);
});

test('the job for GitLab downloads, checks and compares', async (t) => {
  const template = yaml(t, 'ci/gitlab.yml');
  if (!template || process.platform !== 'linux' || process.arch !== 'x64') return;
  const { variables, before_script: first, script } = template.crdls;
  assert.ok(read('ci/gitlab.yml').includes(`/v${ownVersion()}/ci/gitlab.yml`));
  for (const [to, code] of [['maxItems: 3', 1], ['maxItems: 20', 0]]) {
    const checkout = new Checkout('maxItems: 12', to);
    const env = { PATH: process.env.PATH, TMPDIR: checkout.temp, ...variables, CRDLS_RELEASES: `${github.url}/releases/v${ownVersion()}`, CI_MERGE_REQUEST_DIFF_BASE_SHA: checkout.base };
    const ran = await sh([...first, ...script].join('\n'), checkout.work, env);
    assert.equal(ran.code, code, ran.log);
    assert.match(readFileSync(join(checkout.work, 'crdls-changes.md'), 'utf8'), code ? /### Breaking/ : /0 breaking/);
    checkout.remove();
  }
});
