// The script of action.yml: checks, compares with the target of the pull request, and keeps one comment up to date.
// Node without packages, as it is on the runners of GitHub. Reads the inputs from CRDLS_* and the event from GITHUB_*.

import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepComment } from './comment.mjs';
import { installed } from './install.mjs';

const { env } = process;
const SUMMARY_LIMIT = 1_000_000; // bytes; GitHub refuses a summary of more than 1 MiB

/** What GitHub prints at a step: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function say(kind, text) {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  console.log(`::${kind} title=crdls::${escaped}`);
}

function output(name, value) {
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

/** Runs a program to its end. Standard error goes to the log, except where `quiet`. */
function run(program, args, quiet = false) {
  const ran = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', quiet ? 'ignore' : 'inherit'] });
  if (ran.error) throw ran.error;
  return { code: ran.status ?? 2, stdout: ran.stdout };
}

const git = (...args) => run('git', args, true);

/** Checks the paths: annotations in the log, and the same findings as SARIF. Returns the exit status. */
function check(crdls, paths) {
  const named = (option, value) => (value ? [option, value] : []);
  const args = ['check', ...named('--kubernetes', env.CRDLS_KUBERNETES), ...named('--baseline', env.CRDLS_BASELINE), '--', ...paths];
  const [annotated, sarif] = ['github', 'sarif'].map((format) => run(crdls, [args[0], '--output-format', format, ...args.slice(1)], format === 'sarif'));
  process.stdout.write(annotated.stdout);
  if (sarif.code < 2) {
    // An empty log would close all alerts: there is none where crdls could not judge.
    const file = join(env.RUNNER_TEMP || '.', 'crdls.sarif');
    writeFileSync(file, sarif.stdout);
    output('sarif', file);
  }
  return annotated.code;
}

/** The revision to compare with. Nothing if there is none; an error if the checkout does not have it. */
function base(event) {
  if (env.CRDLS_BASE) return env.CRDLS_BASE;
  if (event.merge_group) return fetched(event.merge_group.base_sha);
  if (!event.pull_request) return undefined;
  // actions/checkout checks out the merge of the pull request: its first parent is the target, which needs no history.
  const commit = git('cat-file', '-p', 'HEAD').stdout.split('\n\n', 1)[0];
  const parents = [...commit.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1]);
  if (parents.length === 2 && parents[1] === event.pull_request.head.sha) return fetched(parents[0]);
  // Otherwise the commit at which the branch left its target.
  const target = `origin/${event.pull_request.base.ref}`;
  if (git('merge-base', target, 'HEAD').code !== 0) {
    throw new Error(`the checkout does not have the commit at which the branch left \`${target}\`. Add \`fetch-depth: 0\` to actions/checkout`);
  }
  return `${target}...`;
}

/** The commit, fetched if the checkout is shallow. */
function fetched(commit) {
  const isThere = () => git('cat-file', '-e', `${commit}^{tree}`).code === 0;
  if (!isThere()) run('git', ['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', commit]);
  if (!isThere()) throw new Error(`the commit ${commit} cannot be fetched. Add \`fetch-depth: 0\` to actions/checkout`);
  return commit;
}

/** The pairs of what is compared: the whole checkout, or each path. */
function sides(revision, paths) {
  if (paths.length === 0) return [[revision]];
  const commit = revision.endsWith('...') ? git('merge-base', revision.slice(0, -3), 'HEAD').stdout.trim() : revision;
  const known = paths.filter((path) => {
    const name = path.replace(/^\.\//, '').replace(/\/+$/, '');
    const isThere = ['', '.'].includes(name) || git('cat-file', '-e', `${commit}:${name}`).code === 0;
    if (!isThere) say('notice', `\`${path}\` is new: nothing is compared`);
    return isThere;
  });
  return known.map((path) => {
    const name = path.replace(/^\.\//, '').replace(/\/+$/, '');
    return ['', '.'].includes(name) ? [revision] : [`${revision}:${name}`, name];
  });
}

/** Compares, annotates and writes the summary. Returns the exit status and the breaking changes as Markdown. */
function compare(crdls, revision, paths) {
  const kubernetes = env.CRDLS_KUBERNETES ? ['--kubernetes', env.CRDLS_KUBERNETES] : [];
  const result = { code: 0, isBreaking: false, breaking: '' };
  for (const pair of sides(revision, paths)) {
    const diff = (format, failOn, ...more) => run(crdls, ['diff', '--output-format', format, '--fail-on', failOn, ...kubernetes, ...more, '--', ...pair], format === 'markdown');
    const annotated = diff('github', env.CRDLS_FAIL_ON || 'breaking');
    process.stdout.write(annotated.stdout);
    result.code = Math.max(result.code, annotated.code);
    if (annotated.code > 1) continue;
    const breaking = diff('markdown', 'breaking', '--breaking-only');
    if (breaking.code === 1) {
      result.isBreaking = true;
      result.breaking += `${breaking.stdout.trimEnd()}\n\n`;
    }
    summarize(diff('markdown', 'never').stdout);
  }
  return result;
}

let summarized = 0;
function summarize(text) {
  if (!env.GITHUB_STEP_SUMMARY) return;
  const size = Buffer.byteLength(text);
  if (summarized + size > SUMMARY_LIMIT) return say('warning', 'the changes do not fit into the summary: run `crdls diff` to see them');
  summarized += size;
  appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`);
}

/** Writes, updates or leaves out the comment. That it cannot be written fails nothing: the summary has the changes too. */
async function comment(number, changes) {
  const github = { api: env.GITHUB_API_URL, repository: env.GITHUB_REPOSITORY, token: env.CRDLS_TOKEN };
  const key = [env.CRDLS_PATHS, env.CRDLS_KUBERNETES].join(' ').trim();
  const details = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`;
  try {
    const url = await keepComment(github, number, { ...changes, key, details });
    if (url) output('comment-url', url);
  } catch (error) {
    const why = error.status === 403 ? 'the token has no permission to write, as for a pull request from a fork' : error.message;
    say('notice', `no comment: ${why}. The summary of the job has the changes`);
    if (changes.isBreaking) summarize(`The breaking changes are not in a comment: ${why}.`);
  }
}

async function main() {
  const event = env.GITHUB_EVENT_PATH && existsSync(env.GITHUB_EVENT_PATH) ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {};
  const paths = (env.CRDLS_PATHS || '').split(/\s+/).filter(Boolean);
  const crdls = await installed(env);
  const checked = check(crdls, paths);
  const revision = base(event);
  let code = env.CRDLS_FAIL_ON === 'never' && checked === 1 ? 0 : checked;
  if (revision !== undefined) {
    const changes = compare(crdls, revision, paths);
    code = Math.max(code, changes.code);
    if (changes.code < 2) {
      output('breaking', changes.isBreaking);
      if (event.pull_request && env.CRDLS_COMMENT !== 'false') await comment(event.pull_request.number, changes);
    }
  }
  process.exitCode = code;
}

main().catch((error) => {
  say('error', error.message);
  process.exitCode = 2;
});
