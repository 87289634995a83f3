// The script of action.yml on recorded events, with a server on loopback in place of GitHub.
// CRDLS=PROGRAM node --test tests/ci/*.test.mjs

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { body, marker } from '../../ci/comment.mjs';
import { ownVersion } from '../../ci/install.mjs';
import { Checkout, CRDLS, GitHub } from './github.mjs';

const BREAKING = ['maxItems: 12', 'maxItems: 3'];
const LOOSER = ['maxItems: 12', 'maxItems: 20'];
const POST = 'POST /api/repos/pizzeria/operator/issues/7/comments';

let github;
let checkouts;
beforeEach(async () => {
  github = await GitHub.start();
  checkouts = [];
});
afterEach(async () => {
  checkouts.forEach((checkout) => checkout.remove());
  await github.stop();
});

function checkout(change, options) {
  checkouts.push(new Checkout(...change, options));
  return checkouts.at(-1);
}

test('the first run writes a comment with each breaking change and its example', async () => {
  const ran = await checkout(BREAKING).play('pull_request', github);
  assert.equal(ran.code, 1, ran.log);
  assert.deepEqual(github.asked, [POST]);
  const [{ body: text, html_url: url }] = github.comments;
  assert.ok(text.startsWith(`${marker('')}\n## Changes of CRDs from`), text);
  assert.match(text, /`maxItems` of `spec.toppings` is lowered from `12` to `3`/);
  assert.match(text, /```yaml\n {2}this object was accepted:\n {2}apiVersion: pizzeria.example.com\/v1/);
  assert.match(text, /\[All changes\]\(http:.*\/pizzeria\/operator\/actions\/runs\/42\)/);
  assert.deepEqual([ran.outputs.breaking, ran.outputs['comment-url']], ['true', url]);
  assert.match(ran.log, /^::error file=config\/crd\/pizzas.yaml,line=\d+,/m);
  assert.match(ran.summary, /### Breaking/);
  assert.equal(JSON.parse(readFileSync(ran.outputs.sarif, 'utf8')).version, '2.1.0');
});

test('a later run updates the comment in place, also after a hundred others', async () => {
  for (let n = 0; n < 120; n += 1) github.add(`comment ${n}`, 'User', 'NONE');
  const copied = github.add(`${marker('')}\nnot ours`, 'User', 'NONE');
  await checkout(BREAKING).play('pull_request', github);
  const count = github.comments.length;
  const mine = github.comments.at(-1);
  const again = await checkout(['maxItems: 12', 'maxItems: 5']).play('pull_request', github);
  assert.deepEqual(github.asked, [POST, `PATCH /api/repos/pizzeria/operator/issues/comments/${mine.id}`]);
  assert.equal(github.comments.length, count);
  assert.match(mine.body, /from `12` to `5`/);
  assert.equal(copied.body, `${marker('')}\nnot ours`);
  assert.equal(again.outputs['comment-url'], mine.html_url);
});

test('without a breaking change there is no comment, and an earlier one says so', async () => {
  const looser = checkout(LOOSER);
  const ran = await looser.play('pull_request', github);
  assert.equal(ran.code, 0, ran.log);
  assert.deepEqual([github.asked, ran.outputs.breaking], [[], 'false']);
  assert.match(ran.summary, /1 change, 0 breaking/);
  const mine = github.add(`${marker('')}\nbefore`, 'Bot', 'NONE');
  await looser.play('pull_request', github);
  assert.match(mine.body, /\nNo breaking change\.\n$/);
  await looser.play('pull_request', github);
  assert.equal(github.asked.length, 1, 'the same text is not written again');
});

test('a fork whose token cannot write has the changes in the summary', async () => {
  github.canWrite = false;
  const ran = await checkout(BREAKING).play('fork', github);
  assert.equal(ran.code, 1, ran.log);
  assert.match(ran.log, /::notice title=crdls::no comment: the token has no permission/);
  assert.match(ran.summary, /`maxItems` of `spec.toppings`[^]*no permission to write/);
  assert.deepEqual([github.comments, ran.outputs['comment-url']], [[], undefined]);
  const looser = await checkout(LOOSER).play('fork', github);
  assert.deepEqual([looser.code, looser.log.includes('no comment')], [0, false], looser.log);
});

test('no comment fails a job: GitHub does not answer, or comments are switched off', async () => {
  const pull = checkout(LOOSER);
  const silent = await pull.play('pull_request', github, { GITHUB_API_URL: 'http://127.0.0.1:9' });
  assert.deepEqual([silent.code, silent.log.includes('no comment: ')], [0, true], silent.log);
  github.add(`${marker('')}\nbefore`, 'Bot', 'NONE');
  await pull.play('pull_request', github, { CRDLS_COMMENT: 'false' });
  assert.deepEqual(github.asked, []);
});

test('the default checkout has no history: the target is fetched', async () => {
  const shallow = checkout(BREAKING, { shallow: true });
  const ran = await shallow.play('pull_request', github);
  assert.equal(ran.outputs.breaking, 'true', ran.log);
  assert.ok(ran.summary.includes(`from \`${shallow.base.slice(0, 7)}`), ran.summary);
});

test('paths: each is compared, one that is new is not, and they have a comment of their own', async () => {
  const pull = checkout(BREAKING);
  mkdirSync(join(pull.work, 'new'));
  copyFileSync(join(pull.work, 'config/crd/pizzas.yaml'), join(pull.work, 'new/pizzas.yaml'));
  github.add(`${marker('')}\nof the whole checkout`, 'Bot', 'NONE');
  const ran = await pull.play('pull_request', github, { CRDLS_PATHS: './config/crd/\n new', CRDLS_KUBERNETES: '1.34' });
  assert.deepEqual([ran.code, github.asked], [1, [POST]], ran.log);
  assert.match(ran.log, /::notice title=crdls::`new` is new/);
  assert.ok(github.comments[1].body.startsWith('<!-- crdls diff .%2Fconfig%2Fcrd%2F%0A%20new%201.34 -->'), github.comments[1].body);
});

test('what fails: findings and changes as fail-on says, wrong usage always', async () => {
  const pull = checkout(BREAKING);
  const never = await pull.play('pull_request', github, { CRDLS_FAIL_ON: 'never' });
  assert.deepEqual([never.code, never.outputs.breaking], [0, 'true'], never.log);
  const any = await checkout(LOOSER).play('pull_request', github, { CRDLS_FAIL_ON: 'any', CRDLS_COMMENT: 'false' });
  assert.equal(any.code, 1, any.log);
  pull.write('pizza.yaml', 'apiVersion: pizzeria.example.com/v1\nkind: Pizza\nmetadata: {name: a}\nspec: {size: 9}\n');
  const push = await pull.play('push', github);
  assert.deepEqual([push.code, push.outputs.breaking], [1, undefined], push.log);
  assert.match(push.log, /^::error file=pizza.yaml,line=4/m);
  assert.ok(JSON.parse(readFileSync(push.outputs.sarif, 'utf8')).runs[0].results.length > 0);
  execFileSync(CRDLS, ['check', '--baseline', 'known.json', '--update-baseline'], { cwd: pull.work });
  const known = await pull.play('push', github, { CRDLS_BASELINE: 'known.json' });
  assert.equal(known.code, 0, known.log);
  const base = await pull.play('push', github, { CRDLS_BASE: 'origin/main', CRDLS_BASELINE: 'known.json' });
  assert.deepEqual([base.code, base.outputs.breaking], [1, 'true'], base.log);
  pull.write('crdls.toml', 'kubernetes = 1\n');
  const wrong = await pull.play('pull_request', github, { CRDLS_FAIL_ON: 'never' });
  assert.deepEqual([wrong.code, wrong.outputs.sarif], [2, undefined], wrong.log);
});

test('a release is downloaded, and refused with another checksum', async () => {
  const pull = checkout(LOOSER);
  const [release, name] = [`/owner/crdls/releases/download/v${ownVersion()}`, `crdls-${process.platform}-${process.arch}`];
  mkdirSync(join(pull.temp, name));
  copyFileSync(CRDLS, join(pull.temp, name, 'crdls'));
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: pull.temp });
  const archive = readFileSync(join(pull.temp, `${name}.tar.gz`));
  const sum = (bytes) => createHash('sha256').update(bytes).digest('hex');
  github.files.set(`${release}/${name}.tar.gz`, archive);
  github.files.set(`${release}/checksums.txt`, `${sum(archive)}  ${name}.tar.gz\n`);
  const ran = await pull.play('push', github, {}, false);
  assert.equal(ran.code, 0, ran.log);
  github.files.set(`${release}/checksums.txt`, `${sum('other')}  ${name}.tar.gz\n`);
  const wrong = await pull.play('push', github, {}, false);
  assert.equal(wrong.code, 2);
  assert.match(wrong.log, /::error title=crdls::.* has the checksum/);
  const missing = await pull.play('push', github, { CRDLS_VERSION: '9.9.9' }, false);
  assert.match(missing.log, /::error title=crdls::.*v9\.9\.9.*: 404/);
});

test('a comment has at most as many changes as GitHub takes', () => {
  const breaking = `## Changes\n\n### Breaking\n\n${'- **lost** a\n\n  ```yaml\n  a: b\n  ```\n\n'.repeat(5000)}`;
  const text = body({ isBreaking: true, breaking, key: '', details: 'https://example.org' });
  assert.ok(text.length < 65_536 && text.length > 60_000, `${text.length}`);
  assert.equal(text.split('```').length % 2, 1, 'no fence is left open');
  const left = Number(/(\d+) more breaking changes do not fit/.exec(text)[1]);
  assert.equal(left + text.split('- **lost**').length - 1, 5000);
});
