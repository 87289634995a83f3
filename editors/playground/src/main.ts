// The page: joins editors, problems, views and the address to the engine.
import type { EditorView } from '@codemirror/view';
import type { Finding, Fix, KindEntry, Span, Status } from './answers';
import { byId, element } from './dom';
import { applyFix, editor, reveal, setText, showFindings } from './editor';
import { Engine } from './engine';
import { EXAMPLES, type Example } from './examples';
import { CRD, GO, LONGEST, RESOURCE, SyncedFile, docOf } from './files';
import { GoPane } from './go';
import { BadLink, decode, encode, type State } from './link';
import { rangeOf } from './places';
import { Problems } from './problems';
import { Session } from './session';
import { Tabs } from './tabs';
import { startTheme } from './theme';
import { Views } from './views';

const notice = byId('notice');
const say = (text: string): void => {
  if (notice.textContent !== text) notice.textContent = text;
};

/** For those who measure. */
const tell = (event: string): boolean => document.dispatchEvent(new Event(event));

/** How long nothing must have been typed until the views are drawn again: their requests would keep the next edit waiting. */
const PAUSE = 150;

const hasEngine = typeof WebAssembly === 'object' && typeof CompressionStream === 'function';

const TITLES: Record<string, string> = { [CRD]: 'CRD', [RESOURCE]: 'Custom resource', [GO]: 'Go' };

async function start(): Promise<void> {
  startTheme(say);
  // Without it the page needs a network, as without storage.
  navigator.serviceWorker?.register('service-worker.js').catch(() => {});
  if (!hasEngine) {
    byId('status').textContent = 'Nothing can be checked here.';
    say('This browser has no WebAssembly, or it is switched off, so that the page cannot check anything. In a terminal, `crdls check` reports the same.');
  }
  const opened = await openLink();
  const asked = new URLSearchParams(location.search).get('example');
  const example = EXAMPLES.find((one) => one.id === asked) ?? EXAMPLES[0]!;
  new Page(opened ?? { kubernetes: '', crd: example.crd, resource: example.resource }, opened === undefined ? example : undefined);
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

class Page {
  private old: string | undefined;
  private readonly views: Record<string, EditorView> = {};
  private readonly files: Record<string, SyncedFile> = {};
  private readonly problems: Problems;
  private readonly session: Session;
  private readonly tabs: Tabs;
  private readonly panels: Views;
  private readonly go: GoPane;
  private readonly kubernetes = byId<HTMLSelectElement>('kubernetes');
  private readonly example = byId<HTMLSelectElement>('example');
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busyTimer: ReturnType<typeof setTimeout> | undefined;
  private viewTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: State, example: Example | undefined) {
    this.files[CRD] = new SyncedFile(CRD, docOf(state.crd));
    this.files[RESOURCE] = new SyncedFile(RESOURCE, docOf(state.resource));
    const engine = new Engine(startWorker, () => this.session.forget());
    this.session = new Session(engine, [this.files[CRD]!, this.files[RESOURCE]!], {
      findings: (found) => this.found(found),
      settled: () => this.settled(),
      busy: (isBusy) => this.busy(isBusy),
      trouble: (message) => hasEngine && say(message),
    });
    this.setOld(state.old);
    // The engine checks the texts while the editors are made.
    void this.begin(state.kubernetes);
    for (const [name, label] of [
      [CRD, 'CustomResourceDefinition, YAML'],
      [RESOURCE, 'Custom resource or test suite, YAML'],
    ] as const) {
      const view = editor(this.files[name]!.doc, {
        name,
        label,
        isManifest: true,
        changed: (changes, doc) => {
          this.files[name]!.change(changes, doc);
          this.changed();
        },
        ask: (request) => this.session.ask(request),
        showProblem: () => this.showProblem(name),
        tooLong: (length) => this.tooLong(name, length),
      });
      this.views[name] = view;
    }
    this.problems = new Problems(byId('problems'), byId('status'), {
      title: (file) => TITLES[file] ?? file,
      reveal: (file, finding) => this.reveal(file, finding.range),
      fix: (file, fix) => this.fix(file, fix),
      ask: (request) => this.session.ask(request),
    });
    this.panels = new Views({
      ask: (request) => this.session.ask(request),
      goTo: (file, span) => this.reveal(file, span),
      old: () => this.old,
    });
    this.tabs = new Tabs(byId('tabs'), (tab) => this.showView(tab));
    this.go = new GoPane(state.go ?? '', {
      ask: (request) => this.session.ask(request),
      showProblem: () => this.showProblem(GO),
      tooLong: (length) => this.tooLong(GO, length),
      changed: () => this.touched(),
      found: (file, found) => this.found([[file, found]]),
      trouble: say,
      generated: (manifests) => {
        if (this.view(CRD).state.doc.toString() !== manifests) setText(this.view(CRD), manifests);
      },
    });
    this.controls(example);
    // All at once: a browser lays the page out before it makes an editor.
    byId('crd').append(this.view(CRD).dom);
    byId('resource').append(this.view(RESOURCE).dom);
  }

  private controls(example: Example | undefined): void {
    const option = (one: Example) => element('option', { value: one.id, selected: one === example }, one.title);
    this.example.replaceChildren(element('option', { value: '', selected: example === undefined }, '–'), ...EXAMPLES.map(option));
    this.example.addEventListener('change', () => {
      const chosen = EXAMPLES.find(({ id }) => id === this.example.value);
      if (chosen === undefined) return;
      say('');
      this.setOld(undefined);
      this.go.hide();
      setText(this.view(CRD), chosen.crd);
      setText(this.view(RESOURCE), chosen.resource);
      this.example.value = chosen.id;
    });
    this.kubernetes.addEventListener('change', () => {
      this.session.setKubernetes(this.kubernetes.value);
      this.keepState();
    });
    byId('share').addEventListener('click', () => void this.share());
    byId('stop').addEventListener('click', () => this.session.stop());
    byId('keep').addEventListener('click', () => {
      this.setOld(this.view(CRD).state.doc.toString());
      byId('changes-text').replaceChildren(element('p', { role: 'status' }, 'Kept. Edit the CRD to see what changes.'));
      this.keepState();
    });
    byId('forget').addEventListener('click', () => {
      this.setOld(undefined);
      byId('problems-title').focus();
      this.keepState();
    });
    byId('sample').addEventListener('click', () => void this.sample());
    byId('controls').addEventListener('submit', (event) => event.preventDefault());
    window.addEventListener('hashchange', () => {
      if (location.hash !== this.hash) location.reload();
    });
  }

  private async begin(kubernetes: string): Promise<void> {
    if (!hasEngine) return;
    const started = this.session.ask<Status>({ method: 'status' });
    // Without a version of its own, a state is checked for the one that the engine begins with.
    if (kubernetes === '') this.session.touch();
    try {
      const status = await started;
      if (status === undefined) throw new Error('the engine does not start');
      byId('version').textContent = `crdls ${status.version}.`;
      const minors = [...status.minors].reverse();
      const chosen = minors.includes(kubernetes) ? kubernetes : status.kubernetes;
      this.kubernetes.replaceChildren(...minors.map((minor) => element('option', { selected: minor === chosen }, minor)));
      if (chosen !== status.kubernetes) this.session.setKubernetes(chosen);
      else if (kubernetes !== '') this.session.touch();
      void this.go.generate();
    } catch (why) {
      byId('status').textContent = 'Nothing can be checked here.';
      say(`The engine of the page does not start (${why instanceof Error ? why.message : String(why)}). Reload the page; in a terminal, crdls check reports the same.`);
    }
  }

  private view(file: string): EditorView {
    return file === GO ? this.go.view : this.views[file]!;
  }

  private setOld(old: string | undefined): void {
    this.old = old;
    byId('old-note').hidden = old === undefined;
    this.session.setOld(old);
  }

  private changed(): void {
    tell('crdls-edit');
    this.session.touch();
    this.touched();
  }

  /** The texts are those of no example any more. */
  private touched(): void {
    this.example.value = '';
    this.keepState();
  }

  private found(found: readonly [SyncedFile, Finding[]][]): void {
    for (const [file, findings] of found) {
      if (file.isLong) this.tooLong(file.name, file.doc.length);
      else if (/^\S.*: this text has/.test(notice.textContent ?? '') && !Object.values(this.files).some((one) => one.isLong)) say('');
      // Nothing is drawn where there was nothing and is nothing.
      if (findings.length + this.problems.findings(file.name).length > 0) showFindings(this.view(file.name), findings);
      this.problems.set(file, findings);
    }
    this.problems.draw();
  }

  private tooLong(name: string, length: number): void {
    const size = (length / 1e6).toFixed(1);
    say(`${TITLES[name]}: this text has ${size} MB. The page takes texts of up to ${LONGEST / 1e6} MB; in a terminal, crdls check has no limit.`);
  }

  private settled(): void {
    tell('crdls-settled');
    clearTimeout(this.viewTimer);
    this.viewTimer = setTimeout(() => this.showView(this.tabs.current), PAUSE);
  }

  private showView(tab: string): void {
    void this.panels.show(tab).catch((why: unknown) => say(why instanceof Error ? why.message : String(why)));
  }

  private busy(isBusy: boolean): void {
    clearTimeout(this.busyTimer);
    const shown = byId('busy');
    if (!isBusy) shown.hidden = true;
    else this.busyTimer = setTimeout(() => (shown.hidden = false), 700);
  }

  private reveal(file: string, span: Span): void {
    const view = this.view(file);
    reveal(view, rangeOf(view.state.doc, span));
  }

  private fix(file: string, fix: Fix): void {
    applyFix(this.view(file), fix);
    this.view(file).focus();
  }

  private showProblem(file: string): boolean {
    const { doc, selection } = this.view(file).state;
    const distance = ({ range }: Finding) => {
      const { from, to } = rangeOf(doc, range);
      return Math.max(from - selection.main.head, selection.main.head - to, 0);
    };
    return this.problems.show(file, distance);
  }

  private async sample(): Promise<void> {
    try {
      const kinds = await this.session.ask<KindEntry[]>({ method: 'kinds' });
      const kind = kinds?.find(({ file }) => file === CRD);
      if (kind === undefined) return say('The CRD defines no kind yet, so that there is no sample of it.');
      const text = await this.session.ask<string>({ method: 'sample', kind: `${kind.plural}.${kind.group}` });
      if (text !== undefined) setText(this.view(RESOURCE), text);
    } catch (why) {
      say(why instanceof Error ? why.message : String(why));
    }
  }

  private state(): State {
    const text = (name: string) => this.view(name).state.doc.toString();
    const old = this.old === undefined ? {} : { old: this.old };
    const go = this.go.shownText === '' ? {} : { go: this.go.shownText };
    return { kubernetes: this.kubernetes.value, crd: text(CRD), resource: text(RESOURCE), ...old, ...go };
  }

  private hash = location.hash;

  /** Puts the state into the address, a moment after the last edit. */
  private keepState(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.writeAddress(), 800);
  }

  /** The link; undefined if it would be too long. */
  private async writeAddress(): Promise<string | undefined> {
    const isLong = Object.values(this.files).some((file) => file.isLong);
    const text = isLong ? undefined : await encode(this.state());
    const fits = text !== undefined;
    this.hash = fits ? `#${text}` : '';
    history.replaceState(null, '', `${location.pathname}${this.hash}`);
    return fits ? location.href : undefined;
  }

  private async share(): Promise<void> {
    clearTimeout(this.timer);
    const link = await this.writeAddress();
    if (link === undefined) return say('These texts are too long for a link: many programs cut it. Send the files instead.');
    try {
      await navigator.clipboard.writeText(link);
      say('The link is copied. It has the texts in it; only who gets the link can read them.');
    } catch {
      say('The link is in the address bar: copy it from there. This browser does not let the page copy it.');
    }
  }
}

void start();
