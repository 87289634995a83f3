// The first check and its findings, which need no editor. The rest of the page would share two cores with this check, so it
// is loaded once the findings are shown, or when they take long.
import type { Finding, Status } from './answers';
import { byId, element, say, tell } from './dom';
import { Engine } from './engine';
import { EXAMPLES, type Example } from './examples';
import { CRD, RESOURCE, SyncedFile, docOf, sayTooLong, titleOf } from './files';
import { BadLink, decode, type State } from './link';
import type { Page } from './page';
import { Problems } from './problems';
import { Session } from './session';
import { startTheme } from './theme';

/** How long the editors wait for the first findings. */
const PATIENCE = 300;

const hasEngine = typeof WebAssembly === 'object' && typeof CompressionStream === 'function';

async function start(): Promise<void> {
  startTheme(say);
  if (!hasEngine) {
    byId('status').textContent = 'Nothing can be checked here.';
    say('This browser has no WebAssembly, or it is switched off, so that the page cannot check anything. In a terminal, `crdls check` reports the same.');
  }
  const opened = await openLink();
  const asked = new URLSearchParams(location.search).get('example');
  const example = EXAMPLES.find((one) => one.id === asked) ?? EXAMPLES[0]!;
  open(opened ?? { kubernetes: '', crd: example.crd, resource: example.resource }, opened === undefined ? example : undefined);
}

/** The state of the link; if it is none, the notice says why. */
async function openLink(): Promise<State | undefined> {
  try {
    return await decode(location.hash.slice(1));
  } catch (why) {
    if (!(why instanceof BadLink)) throw why;
    say(`${why.message} The page shows an example.`);
    return undefined;
  }
}

/** Checks a state, and opens the rest of the page with it. */
function open(state: State, example: Example | undefined): void {
  const files = [new SyncedFile(CRD, docOf(state.crd)), new SyncedFile(RESOURCE, docOf(state.resource))];
  let page: Page | undefined;
  let loading: Promise<Page> | undefined;
  let kept: Promise<unknown> | undefined;
  const rest = (): Promise<Page> => {
    loading ??= import('./page').then((made) => (page = new made.Page({ state, example, files, session, problems, started, found })));
    return loading;
  };
  const load = (): void => void rest().catch((why: unknown) => say(`The editors of the page cannot be loaded (${String(why)}). Reload the page.`));

  const found = (all: readonly [SyncedFile, Finding[]][]): void => {
    for (const [file, findings] of all) {
      if (file.isLong) sayTooLong(file.name, file.doc.length);
      else if (/^\S.*: this text has/.test(byId('notice').textContent ?? '') && !files.some((one) => one.isLong)) say('');
      const before = problems.findings(file.name).length;
      // Nothing is drawn where there was nothing and is nothing.
      if (problems.set(file, findings) && findings.length + before > 0) page?.mark(file.name, findings);
    }
    problems.draw();
  };
  const engine = new Engine(startWorker, () => session.forget());
  const session = new Session(engine, files, {
    findings: found,
    settled: () => {
      tell('crdls-settled');
      page?.settled();
      // The service worker gets all files again to keep them for visits without a network. Without storage, the page needs one.
      kept ??= rest().then(() => navigator.serviceWorker?.register('service-worker.js')).catch(() => {});
    },
    busy,
    trouble: (message) => hasEngine && say(message),
  });
  const problems = new Problems(byId('problems'), byId('status'), {
    title: titleOf,
    reveal: async (file, finding) => (await rest()).reveal(file, finding.range),
    fix: async (file, fix) => (await rest()).fix(file, fix),
    ask: (request) => session.ask(request),
  });
  session.setOld(state.old);
  const started = begin(session, state.kubernetes);
  setTimeout(load, hasEngine ? PATIENCE : 0);
}

async function begin(session: Session, kubernetes: string): Promise<void> {
  if (!hasEngine) return;
  const started = session.ask<Status>({ method: 'status' });
  // Without a version of its own, a state is checked for the one that the engine begins with.
  if (kubernetes === '') session.touch();
  try {
    const status = await started;
    if (status === undefined) throw new Error('the engine does not start');
    byId('version').textContent = `crdls ${status.version}.`;
    const minors = [...status.minors].reverse();
    const chosen = minors.includes(kubernetes) ? kubernetes : status.kubernetes;
    byId('kubernetes').replaceChildren(...minors.map((minor) => element('option', { selected: minor === chosen }, minor)));
    if (chosen !== status.kubernetes) session.setKubernetes(chosen);
    else if (kubernetes !== '') session.touch();
  } catch (why) {
    byId('status').textContent = 'Nothing can be checked here.';
    say(`The engine of the page does not start (${why instanceof Error ? why.message : String(why)}). Reload the page; in a terminal, crdls check reports the same.`);
  }
}

let busyTimer: ReturnType<typeof setTimeout> | undefined;

function busy(isBusy: boolean): void {
  clearTimeout(busyTimer);
  const shown = byId('busy');
  if (!isBusy) shown.hidden = true;
  else busyTimer = setTimeout(() => (shown.hidden = false), 700);
}

void start();
