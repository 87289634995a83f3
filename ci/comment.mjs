// One comment on a pull request: found by its first line, written where a change is breaking, updated in place.

const PAGES = 30; // of 100 comments each
const LIMIT = 65_536; // characters of a comment that GitHub takes
const WRITERS = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/** A refusal of GitHub's. */
class Refused extends Error {
  constructor(status, text) {
    super(`GitHub answered ${status}: ${text.slice(0, 200)}`);
    this.status = status;
  }
}

async function ask(github, method, path, body) {
  const headers = { accept: 'application/vnd.github+json', 'user-agent': 'crdls', 'x-github-api-version': '2022-11-28' };
  if (github.token) headers.authorization = `Bearer ${github.token}`;
  const answer = await fetch(`${github.api}/repos/${github.repository}/${path}`, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(30_000) });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, text);
  return JSON.parse(text);
}

/** The first line of the comment. Runs that compare something else have a comment of their own. */
export function marker(key) {
  // `--` would end the comment of HTML.
  return `<!-- crdls diff${key ? ` ${encodeURIComponent(key).replaceAll('-', '%2D')}` : ''} -->`;
}

/** The comment of an earlier run. What others wrote with the same first line is left alone. */
async function earlier(github, number, first) {
  for (let page = 1; page <= PAGES; page += 1) {
    const comments = await ask(github, 'GET', `issues/${number}/comments?per_page=100&page=${page}`);
    const mine = comments.find(({ body, user, author_association: role }) => body?.split(/\r?\n/, 1)[0] === first && (user?.type === 'Bot' || WRITERS.includes(role)));
    if (mine) return mine;
    if (comments.length < 100) return undefined;
  }
  return undefined;
}

/** The text of the comment; changes that do not fit are counted. */
export function body({ isBreaking, breaking, key, details }) {
  const first = marker(key);
  if (!isBreaking) return `${first}\n## Changes of CRDs\n\nNo breaking change.\n`;
  const entries = breaking.split(/\n(?=- \*\*)/);
  const room = LIMIT - 1000;
  let text = `${first}\n${entries[0]}`;
  let taken = 1;
  while (taken < entries.length && text.length + entries[taken].length < room) {
    text += `\n${entries[taken]}`;
    taken += 1;
  }
  if (taken < entries.length) text += `\n\n${entries.length - taken} more breaking changes do not fit.`;
  return `${text.trimEnd()}\n\n[All changes](${details})\n`;
}

/** Brings the comment up to date, and returns its address. Without a breaking change only an earlier one is updated. */
export async function keepComment(github, number, changes) {
  const mine = await earlier(github, number, marker(changes.key));
  const text = body(changes);
  if (!mine && !changes.isBreaking) return undefined;
  if (mine?.body.replaceAll('\r\n', '\n').trimEnd() === text.trimEnd()) return mine.html_url;
  const written = mine ? await ask(github, 'PATCH', `issues/comments/${mine.id}`, { body: text }) : await ask(github, 'POST', `issues/${number}/comments`, { body: text });
  return written.html_url;
}
