// What the tabs show, each asked for when it is seen.
import type { EditorView } from '@codemirror/view';
import type { Change, Changes, EvaluatedRule, KindEntry, RuleCost, Span, StoredObject, SuiteRun, VersionCost } from './answers';
import { byId, count, element } from './dom';
import { setText, viewer } from './editor';
import { CRD, RESOURCE } from './files';
import { coded, markdown } from './markdown';
import { testResults } from './tests';
import { values } from './values';
import { Refusal } from './wasm';

export interface ViewHost {
  ask<Answer>(request: object): Promise<Answer | undefined>;
  goTo(file: string, span: Span): void;
  old(): string | undefined;
}

export class Views {
  private openapi: EditorView | undefined;
  private documents: Record<string, unknown> = {};
  private readonly path = byId<HTMLSelectElement>('openapi-path');
  private readonly what = byId<HTMLInputElement>('explain-what');

  constructor(private readonly host: ViewHost) {
    this.path.addEventListener('change', () => this.showDocument());
    byId('values-form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.values();
    });
    byId('explain-form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.explain();
    });
  }

  /** Draws the view of a tab anew. */
  async show(tab: string): Promise<void> {
    const views: Record<string, () => Promise<void>> = {
      'tab-cost': () => this.cost(),
      'tab-values': () => this.values(),
      'tab-stored': () => this.stored(),
      'tab-tests': () => this.tests(),
      'tab-explain': () => this.explain(),
      'tab-openapi': () => this.published(),
      'tab-changes': () => this.changes(),
    };
    await views[tab]?.();
  }

  private async cost(): Promise<void> {
    const costs = await this.host.ask<VersionCost[]>({ method: 'cost', file: CRD });
    if (costs === undefined) return;
    const tables = costs.filter((version) => version.rules.length > 0).map((version) => this.costTable(version));
    byId('view-cost').replaceChildren(...(tables.length === 0 ? ['No version of the CRD has a CEL rule.'] : tables));
  }

  private costTable({ name, version, total, limit, rules }: VersionCost): HTMLElement {
    const sorted = [...rules].sort((a, b) => b.total - a.total);
    const head = element('tr', {}, ...['Rule', 'Cost', 'Of its limit', 'Driven by'].map((text) => element('th', { scope: 'col' }, text)));
    const caption = `${name} ${version}: ${share(total, limit)} of the budget of all rules`;
    return element('table', {}, element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...sorted.map((rule) => this.rule(rule))));
  }

  private rule(rule: RuleCost): HTMLElement {
    const drivers = rule.drivers.map(({ path, what, written, suggest, together }) => {
      const bound = suggest ?? together;
      return `${field(path)} (${what} ${written ?? 'is missing'}${bound === null ? '' : `; ${bound} ${suggest === null ? 'together with the others ' : ''}is enough`})`;
    });
    const button = element('button', { type: 'button', click: () => this.host.goTo(CRD, rule.range) }, element('code', {}, rule.rule));
    const cost = rule.error ?? `${figure(rule.total)}${rule.cardinality === 1 ? '' : ` (${figure(rule.perCall)} each, ${rule.unbounded ? 'at most ' : ''}${figure(rule.cardinality)} times)`}`;
    const cells = [
      element('td', {}, button),
      element('td', rule.error === null && rule.cardinality === 1 ? { class: 'figure' } : {}, cost),
      element('td', { class: 'figure' }, rule.error === null ? share(rule.total, rule.limit) : ''),
      element('td', {}, drivers.join('; ')),
    ];
    return element('tr', {}, ...cells);
  }

  private async values(): Promise<void> {
    const [expression, field] = ['values-what', 'values-field'].map((id) => byId<HTMLInputElement>(id).value.trim());
    const asked = { ...(expression ? { expression } : {}), ...(field ? { field } : {}) };
    const rules = await this.host.ask<EvaluatedRule[]>({ method: 'evaluate', file: RESOURCE, ...asked });
    if (rules === undefined) return;
    const none = expression || field ? 'No custom resource of the CRD has a value there. A field is named like spec.racks[].height.' : 'No rule of the CRD has a value in a custom resource.';
    byId('values-text').replaceChildren(...(rules.length === 0 ? [none] : values(rules, (file, span) => this.host.goTo(file, span))));
  }

  private async tests(): Promise<void> {
    const view = byId('view-tests');
    try {
      const runs = await this.host.ask<SuiteRun[]>({ method: 'test', file: RESOURCE });
      if (runs !== undefined) view.replaceChildren(...testResults(runs, (file, span) => this.host.goTo(file, span)));
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      view.replaceChildren('The second pane is not a test suite. A suite has the name of the CRD in ', element('code', {}, 'crdName'), ' and its cases in ', element('code', {}, 'tests'), '.');
    }
  }

  private async stored(): Promise<void> {
    const objects = await this.host.ask<StoredObject[]>({ method: 'effective', file: RESOURCE });
    if (objects === undefined) return;
    const shown = objects.flatMap(({ kind, name, diff, refused }) => [
      element('p', { class: 'heading' }, `${kind} ${name}`),
      ...refused.map((why) => element('p', { class: 'error' }, 'The server rejects it: ', ...coded(why))),
      diff === null
        ? element('p', {}, 'The server cannot decode it.')
        : element('pre', { tabindex: '0', 'aria-label': 'What is written and what would be stored' }, ...diff.trimEnd().split('\n').map(diffLine)),
    ]);
    byId('view-stored').replaceChildren(...(shown.length === 0 ? ['No custom resource of a kind that the CRD defines.'] : shown));
  }

  private async explain(): Promise<void> {
    const kinds = (await this.host.ask<KindEntry[]>({ method: 'kinds' })) ?? [];
    const what = this.what.value.trim() || kinds[0]?.plural || '';
    const text = byId('explain-text');
    if (what === '') {
      text.replaceChildren('Name a field of the CRD, such as `pizzas.spec.size`, or a keyword, such as `x-kubernetes-list-type`.');
      return;
    }
    this.what.placeholder = kinds[0] === undefined ? '' : `${kinds[0].plural}.spec`;
    const output = await this.host.ask<{ text: string; error: string | null }>({ method: 'kubectlExplain', what }).catch(() => undefined);
    if (output !== undefined) {
      text.replaceChildren(
        element('p', {}, 'What ', element('code', {}, `kubectl explain ${what}`), ' prints:'),
        element('pre', { tabindex: '0' }, (output.text + (output.error ?? '')).trimEnd()),
      );
      return;
    }
    const page = await this.host.ask<string | null>({ method: 'explain', what });
    if (page === undefined) return;
    text.replaceChildren(page === null ? `Nothing is named ${what}: no kind of this CRD, keyword, CEL function or code.` : markdown(page));
  }

  private async published(): Promise<void> {
    const note = byId('openapi-note');
    this.documents = {};
    note.textContent = '';
    try {
      this.documents = (await this.host.ask<Record<string, unknown>>({ method: 'openapi', file: CRD })) ?? {};
      if (Object.keys(this.documents).length === 0) note.textContent = 'No version of the CRD is served.';
    } catch (why) {
      note.textContent = why instanceof Error ? why.message : String(why);
    }
    const chosen = this.path.value;
    this.path.replaceChildren(...Object.keys(this.documents).map((path) => element('option', { selected: path === chosen }, path)));
    this.showDocument();
  }

  private showDocument(): void {
    const parent = byId('openapi-text');
    const document = this.documents[this.path.value];
    parent.hidden = document === undefined;
    parent.className = 'viewer';
    this.openapi ??= viewer(parent, 'OpenAPI document');
    setText(this.openapi, document === undefined ? '' : JSON.stringify(document, null, 2));
  }

  private async changes(): Promise<void> {
    const old = this.host.old();
    const text = byId('changes-text');
    if (old === undefined) {
      text.replaceChildren();
      return;
    }
    const kept = element('details', { open: text.querySelector('details')?.open ?? false }, element('summary', {}, 'The kept objects'), element('pre', { tabindex: '0', 'aria-label': 'The kept objects' }, old.trimEnd()));
    if (!/^\s*"?kind"?: *"?CustomResourceDefinition\b/m.test(old)) {
      text.replaceChildren('The kept objects have no CRD to compare with.', kept);
      return;
    }
    const found = await this.host.ask<Changes>({ method: 'diff', old, file: CRD });
    if (found === undefined) return;
    const summary = Object.entries(found.classes).map(([name, number]) => `${number} ${name}`).join(', ');
    text.replaceChildren(
      element('p', { role: 'status' }, found.changes.length === 0 ? 'Nothing changed.' : `${count(found.changes.length, 'change')}: ${summary}.`),
      element('ul', {}, ...found.changes.map((change) => this.change(change))),
      kept,
    );
  }

  private change(change: Change): HTMLElement {
    const { message, code, witness, reason, version, proven } = change;
    const span = change.new?.range;
    const reasons = witness?.after.findings ?? [];
    return element(
      'li',
      {},
      element('strong', {}, proven ? change.class : `unproven (${change.class})`),
      ` ${version === null ? '' : `${version}: `}`,
      ...coded(message),
      ` (${code})${reason === null ? '' : `: ${reason}`} `,
      span && element('button', { type: 'button', click: () => this.host.goTo(CRD, span) }, 'Go to the text'),
      witness && element('p', {}, reasons.length === 0 ? 'An object that shows it:' : `An object that the new CRD rejects: ${reasons[0]}`),
      witness && element('pre', { tabindex: '0', 'aria-label': 'An object that shows it' }, JSON.stringify(witness.object, null, 2)),
    );
  }
}

function diffLine(line: string): HTMLElement {
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
  return element('span', { class: `diff-line ${kind}` }, line);
}

/** The field that a path in a CRD leads to: `spec.racks[].height`. */
function field(path: string): string {
  const schema = path.replace(/^.*?openAPIV3Schema/, '');
  return schema === '' ? 'the object' : schema.replace(/\.properties\[([^\]]*)\]/g, '.$1').replace(/\.items/g, '[]').replace(/\.additionalProperties/g, '.*').replace(/^\./, '');
}

function figure(number: number): string {
  return number.toLocaleString('en-US');
}

function share(cost: number, limit: number): string {
  const times = cost / limit;
  return times >= 1.005 ? `${times < 10 ? times.toFixed(1) : figure(Math.round(times))} times` : `${times < 0.01 ? '<1' : Math.round(times * 100)} %`;
}
