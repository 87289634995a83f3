// The page once its first findings are shown: editors, views, controls and the address.
import type { EditorView } from '@codemirror/view';
import type { Finding, Fix, KindEntry, Span } from './answers';
import { byId, element, say, tell } from './dom';
import { applyFix, editor, reveal, setText, showFindings } from './editor';
import { EXAMPLES, type Example } from './examples';
import { CRD, GO, RESOURCE, type SyncedFile } from './files';
import { GoPane } from './go';
import { encode, type State } from './link';
import { rangeOf } from './places';
import type { Problems } from './problems';
import type { Session } from './session';
import { Tabs } from './tabs';
import { Views } from './views';

/** How long nothing must have been typed until the views are drawn again: their requests would keep the next edit waiting. */
const PAUSE = 150;

/** What there is before the editors. */
export interface FirstPage {
  state: State;
  /** The example that the state is, if it is one. */
  example: Example | undefined;
  files: readonly SyncedFile[];
  session: Session;
  problems: Problems;
  /** The engine answered, or cannot. */
  started: Promise<void>;
  found(found: readonly [SyncedFile, Finding[]][]): void;
}

export class Page {
  private old: string | undefined;
  private readonly views: Record<string, EditorView> = {};
  private readonly files: readonly SyncedFile[];
  private readonly problems: Problems;
  private readonly session: Session;
  private readonly tabs: Tabs;
  private readonly panels: Views;
  private readonly go: GoPane;
  private readonly kubernetes = byId<HTMLSelectElement>('kubernetes');
  private readonly example = byId<HTMLSelectElement>('example');
  private timer: ReturnType<typeof setTimeout> | undefined;
  private viewTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({ state, example, files, session, problems, started, found }: FirstPage) {
    this.files = files;
    this.session = session;
    this.problems = problems;
    for (const file of files) this.views[file.name] = this.editor(file);
    this.panels = new Views({
      ask: (request) => session.ask(request),
      goTo: (file, span) => this.reveal(file, span),
      old: () => this.old,
    });
    this.tabs = new Tabs(byId('tabs'), (tab) => this.showView(tab));
    this.go = new GoPane(state.go ?? '', {
      ask: (request) => session.ask(request),
      showProblem: () => this.showProblem(GO),
      changed: () => this.touched(),
      found: (file, findings) => found([[file, findings]]),
      trouble: say,
      generated: (manifests) => {
        if (this.view(CRD).state.doc.toString() !== manifests) setText(this.view(CRD), manifests);
      },
    });
    this.setOld(state.old);
    this.controls(example);
    // All at once: a browser lays the page out before it makes an editor.
    byId('crd').append(this.view(CRD).dom);
    byId('resource').append(this.view(RESOURCE).dom);
    for (const { name } of files) this.mark(name, problems.findings(name));
    void started.then(() => this.go.generate());
    this.settled();
  }

  private editor(file: SyncedFile): EditorView {
    return editor(file, {
      label: file.name === CRD ? 'CustomResourceDefinition, YAML' : 'Custom resource or test suite, YAML',
      isManifest: true,
      changed: () => this.changed(),
      ask: (request) => this.session.ask(request),
      showProblem: () => this.showProblem(file.name),
    });
  }

  /** Shows findings in the editor of a file. */
  mark(file: string, findings: readonly Finding[]): void {
    showFindings(this.view(file), findings);
  }

  /** All texts are checked. */
  settled(): void {
    clearTimeout(this.viewTimer);
    this.viewTimer = setTimeout(() => this.showView(this.tabs.current), PAUSE);
  }

  reveal(file: string, span: Span): void {
    const view = this.view(file);
    reveal(view, rangeOf(view.state.doc, span));
  }

  fix(file: string, fix: Fix): void {
    applyFix(this.view(file), fix);
    this.view(file).focus();
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
    if (this.example.value !== '') this.example.value = '';
    this.keepState();
  }

  private showView(tab: string): void {
    void this.panels.show(tab).catch((why: unknown) => say(why instanceof Error ? why.message : String(why)));
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
    const isLong = this.files.some((file) => file.isLong);
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
