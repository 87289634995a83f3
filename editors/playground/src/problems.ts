// The list of problems: each a button that leads to its place, with the server's sentence, its page and its fixes.
import type { Finding, Fix } from './answers';
import { count, element } from './dom';
import { GO, type SyncedFile } from './files';
import { coded, markdown } from './markdown';

export interface ProblemHost {
  title(file: string): string;
  reveal(file: string, finding: Finding): void;
  fix(file: string, fix: Fix): void;
  ask<Answer>(request: object): Promise<Answer | undefined>;
}

const NOUNS = { error: 'error', warning: 'warning', info: 'note', hint: 'hint' } as const;

/** Longer lists are cut; the editor has the rest. */
const MOST = 200;

export class Problems {
  private readonly found = new Map<string, { doc: unknown; findings: Finding[]; json: string }>();
  /** What is drawn is not what was found. */
  private isOld = true;

  constructor(
    private readonly list: HTMLElement,
    private readonly status: HTMLElement,
    private readonly host: ProblemHost,
  ) {}

  /** Takes the findings of a file; false if nothing is new, neither text nor findings. */
  set(file: SyncedFile, findings: Finding[]): boolean {
    const [json, known] = [JSON.stringify(findings), this.found.get(file.name)];
    const isSame = known?.json === json;
    if (isSame && known?.doc === file.doc) return false;
    this.found.set(file.name, { doc: file.doc, findings, json });
    // Fixes that are shown are edits of the text that they were made for.
    this.isOld ||= !isSame || this.list.querySelector('li[data-open]') !== null;
    return true;
  }

  findings(file: string): readonly Finding[] {
    return this.found.get(file)?.findings ?? [];
  }

  /** Draws the list, and says what changed to those who do not see it. */
  draw(): void {
    if (!this.isOld) return;
    this.isOld = false;
    const open = this.list.querySelector<HTMLElement>('li[data-open]')?.dataset['key'];
    const focused = this.list.contains(document.activeElement) ? focusKey() : undefined;
    const all = [...this.found].flatMap(([file, { findings }]) => findings.map((finding, number) => ({ file, finding, number })));
    this.list.replaceChildren(...all.slice(0, MOST).map((one) => this.item(one.file, one.finding, one.number)));
    if (all.length > MOST) this.list.append(element('li', {}, `${all.length - MOST} more problems are marked in the text.`));
    const said = this.summary();
    if (this.status.textContent !== said) this.status.textContent = said;
    const item = (key: string | undefined) =>
      [...this.list.querySelectorAll<HTMLElement>('li')].find((one) => key !== undefined && one.dataset['key'] === key);
    const opened = item(open);
    if (opened) void this.toggle(opened, true);
    if (focused !== undefined) (item(focused)?.querySelector('button') ?? this.list.querySelector('button') ?? this.list).focus();
  }

  /** Opens the problem of a file that is nearest to an offset; false if there is none. */
  show(file: string, distance: (finding: Finding) => number): boolean {
    const numbered = this.findings(file).map((finding, number) => ({ number, far: distance(finding) }));
    const nearest = numbered.sort((a, b) => a.far - b.far)[0];
    const item = nearest && this.list.querySelector<HTMLElement>(`li[data-file="${file}"][data-number="${nearest.number}"]`);
    if (!item) return false;
    void this.toggle(item, true);
    item.querySelector('button')?.focus();
    return true;
  }

  private summary(): string {
    const parts = [...this.found].flatMap(([file, { findings }]) => {
      if (findings.length === 0) return [];
      const severities = (['error', 'warning', 'info', 'hint'] as const).flatMap((severity) => {
        const number = findings.filter((one) => one.severity === severity).length;
        return number === 0 ? [] : [count(number, NOUNS[severity])];
      });
      return [`${this.host.title(file)}: ${severities.join(', ')}`];
    });
    return parts.length === 0 ? 'No problems.' : `${parts.join('. ')}.`;
  }

  private item(file: string, finding: Finding, number: number): HTMLElement {
    const { line, column } = finding.range.start;
    const details = `problem-${file.replace(/\W/g, '-')}-${number}`;
    const button = element(
      'button',
      { type: 'button', 'aria-expanded': 'false', 'aria-controls': details, click: () => void this.toggle(item) },
      element('span', { class: `severity ${finding.severity}` }, NOUNS[finding.severity]),
      ' ',
      element('span', { class: 'message' }, ...coded(finding.message)),
      ' ',
      element('span', { class: 'place' }, `${this.host.title(file)}, line ${line}, column ${column}`),
    );
    const key = `${file} ${finding.code} ${finding.message}`;
    const item = element('li', { 'data-file': file, 'data-number': String(number), 'data-key': key }, button, element('div', { id: details, hidden: true }));
    return item;
  }

  private async toggle(item: HTMLElement, open = item.dataset['open'] === undefined): Promise<void> {
    const button = item.querySelector('button')!;
    const details = item.querySelector<HTMLElement>('div')!;
    button.setAttribute('aria-expanded', String(open));
    details.hidden = !open;
    if (!open) {
      delete item.dataset['open'];
      return;
    }
    item.dataset['open'] = '';
    const file = item.dataset['file']!;
    const number = Number(item.dataset['number']);
    const finding = this.findings(file)[number];
    if (finding === undefined) return;
    details.replaceChildren(...this.details(file, finding), element('p', { class: 'fixes' }, 'Looking for fixes …'));
    const known = this.found.get(file);
    // Those in Go come with their fixes.
    const answer = file === GO ? [finding] : await this.host.ask<Finding[]>({ method: 'finding', file, number, typing: true }).catch(() => undefined);
    // A newer text may have other findings.
    const same = answer?.[0]?.message === finding.message && this.found.get(file) === known;
    const fixes = same ? answer![0]!.fixes : [];
    const buttons = fixes.map((fix) =>
      element('button', { type: 'button', class: 'fix', click: () => this.host.fix(file, fix) }, 'Fix: ', ...coded(fix.title)),
    );
    details.querySelector('.fixes')?.replaceWith(...(buttons.length === 0 ? [element('p', { class: 'fixes' }, 'No fix is known.')] : buttons));
  }

  private details(file: string, finding: Finding): Node[] {
    const page = element('div');
    const explain = async (): Promise<void> => {
      const text = await this.host.ask<string | null>({ method: 'explain', what: `code:${finding.code}` });
      page.replaceChildren(...(text ? [markdown(text)] : []));
    };
    const related = finding.related.map(({ file: other, range, message }) =>
      element('li', {}, ...coded(message), ` (${this.host.title(other)}, line ${range.start.line})`),
    );
    const witness = finding.witness && element('pre', { tabindex: '0' }, JSON.stringify(finding.witness.object, null, 2));
    const shown = element(
      'div',
      {},
      finding.server && element('p', { class: 'server' }, serverLine(finding.server)),
      related.length > 0 && element('ul', {}, ...related),
      witness && element('p', {}, 'An object that shows it:'),
      witness,
      element('button', { type: 'button', click: () => this.host.reveal(file, finding) }, 'Go to the text'),
      element('button', { type: 'button', click: () => void explain() }, `Explain ${finding.code}`),
      page,
    );
    return [...shown.childNodes];
  }
}

function focusKey(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('li')?.dataset['key'];
}

/** The server's own sentence. */
export function serverLine({ field, detail }: { field: string; detail: string }): string {
  return `server: ${field}${field !== '' && detail !== '' ? ': ' : ''}${detail}`;
}
