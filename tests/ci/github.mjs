// GitHub as the action meets it: comments and releases over HTTP on loopback, and a checkout of a pull request.

import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const CRDLS = resolve(process.env.CRDLS ?? join(ROOT, 'target/debug/crdls'));

/** The server. `canWrite` is what the token of a run may do; `asked` keeps the requests that wrote. */
export class GitHub {
  comments = [];
  files = new Map();
  asked = [];
  canWrite = true;

  static async start() {
    const github = new GitHub();
    github.server = createServer((request, response) => github.answer(request, response));
    await new Promise((done) => github.server.listen(0, '127.0.0.1', done));
    github.url = `http://127.0.0.1:${github.server.address().port}`;
    return github;
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }

  /** A comment that is there before a run. */
  add(body, type, role) {
    const id = 100 + this.comments.length;
    const comment = { id, body, html_url: `${this.url}/pizzeria/operator/pull/7#issuecomment-${id}`, user: { login: type, type }, author_association: role };
    this.comments.push(comment);
    return comment;
  }

  async answer(request, response) {
    const url = new URL(request.url, this.url);
    let text = '';
    for await (const part of request) text += part;
    const send = (status, value) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (this.files.has(url.pathname)) return response.writeHead(200).end(this.files.get(url.pathname));
    if (request.headers.authorization !== 'Bearer secret') return send(401, { message: 'Bad credentials' });
    const list = '/api/repos/pizzeria/operator/issues/7/comments';
    if (request.method === 'GET' && url.pathname === list) {
      const [size, page] = ['per_page', 'page'].map((name) => Number(url.searchParams.get(name)));
      return send(200, this.comments.slice(size * (page - 1), size * page));
    }
    if (request.method === 'GET') return send(404, { message: 'Not Found' });
    if (!this.canWrite) return send(403, { message: 'Resource not accessible by integration' });
    const { body } = JSON.parse(text);
    if (body.length > 65_536) return send(422, { message: 'Validation Failed' });
    this.asked.push(`${request.method} ${url.pathname}`);
    if (request.method === 'POST' && url.pathname === list) return send(201, this.add(body, 'Bot', 'NONE'));
    const edited = this.comments.find(({ id }) => url.pathname === `/api/repos/pizzeria/operator/issues/comments/${id}`);
    if (request.method !== 'PATCH' || !edited) return send(404, { message: 'Not Found' });
    edited.body = body;
    return send(200, edited);
  }
}

export function git(folder, ...args) {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

const CRD = 'config/crd/pizzas.yaml';

/** A repository with a pull request that turns `from` into `to` in a CRD, checked out as actions/checkout does. */
export class Checkout {
  constructor(from, to, { shallow = false } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'crdls-action-'));
    this.origin = join(this.folder, 'origin');
    mkdirSync(join(this.origin, 'config/crd'), { recursive: true });
    copyFileSync(join(ROOT, 'examples/good/pizzas.yaml'), join(this.origin, CRD));
    git(this.origin, 'init', '-q', '-b', 'main');
    this.commit('first');
    git(this.origin, 'checkout', '-q', '-b', 'change');
    const text = readFileSync(join(this.origin, CRD), 'utf8');
    if (!text.includes(from)) throw new Error(`no ${from}`);
    writeFileSync(join(this.origin, CRD), text.replace(from, to));
    this.head = this.commit('second');
    git(this.origin, 'checkout', '-q', 'main');
    this.base = this.commit('the target moved on');
    git(this.origin, 'checkout', '-q', '-b', 'merged');
    git(this.origin, 'merge', '-q', '--no-ff', '-m', 'merge', 'change');
    this.work = join(this.folder, 'work');
    git(this.folder, 'clone', '-q', ...(shallow ? ['--depth=1'] : []), '--branch', 'merged', `file://${this.origin}`, 'work');
    this.temp = join(this.folder, 'temp');
    this.bin = join(this.folder, 'bin');
    for (const folder of [this.temp, this.bin]) mkdirSync(folder);
    symlinkSync(CRDLS, join(this.bin, 'crdls'));
  }

  commit(message) {
    git(this.origin, 'add', '-A');
    git(this.origin, 'commit', '-q', '--allow-empty', '-m', message);
    return git(this.origin, 'rev-parse', 'HEAD');
  }

  write(name, text) {
    writeFileSync(join(this.work, name), text);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs the script of the action on a recorded event. */
  async play(event, github, inputs = {}, hasProgram = true) {
    const recorded = readFileSync(join(ROOT, `tests/ci/events/${event}.json`), 'utf8');
    const [at, out, summary] = ['event.json', 'output', 'summary.md'].map((name) => join(this.temp, name));
    writeFileSync(at, recorded.replace('HEAD-SHA', this.head).replace('BASE-SHA', this.base));
    for (const file of [out, summary]) writeFileSync(file, '');
    const places = process.env.PATH.split(':').filter((place) => hasProgram || !place.includes('crdls'));
    const env = {
      PATH: [...(hasProgram ? [this.bin] : []), ...places].join(':'),
      HOME: this.folder,
      RUNNER_TEMP: this.temp,
      GITHUB_EVENT_PATH: at,
      GITHUB_OUTPUT: out,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_API_URL: `${github.url}/api`,
      GITHUB_SERVER_URL: github.url,
      GITHUB_REPOSITORY: 'pizzeria/operator',
      GITHUB_RUN_ID: '42',
      GITHUB_ACTION_PATH: '/runner/_actions/owner/crdls/v0.1.0',
      CRDLS_TOKEN: 'secret',
      CRDLS_FAIL_ON: 'breaking',
      CRDLS_COMMENT: 'true',
      ...inputs,
    };
    const child = spawn(process.execPath, [join(ROOT, 'ci/action.mjs')], { cwd: this.work, env });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += part));
    const code = await new Promise((done) => child.on('close', done));
    const outputs = Object.fromEntries(readFileSync(out, 'utf8').split('\n').filter(Boolean).map((line) => line.split(/=(.*)/s).slice(0, 2)));
    return { code, log, outputs, summary: readFileSync(summary, 'utf8') };
  }
}
