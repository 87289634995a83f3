// The values of a rule and of its parts, as nested lists.
import type { EvaluatedPart, EvaluatedRule, Span } from './answers';
import { count, element } from './dom';
import { CRD, RESOURCE } from './files';

/** Longer lists are cut. */
const MOST = 100;

export type GoTo = (file: string, span: Span) => void;

export function values(rules: readonly EvaluatedRule[], goTo: GoTo): Node[] {
  const failing = rules.filter((rule) => !holds(rule)).length;
  const rest = rules.length - MOST;
  return [
    element('p', { role: 'status' }, `${count(rules.length, 'evaluation')}${failing === 0 ? '' : `, ${failing} not true`}.`),
    // Those that are looked for come first.
    ...[...rules].sort((a, b) => Number(holds(a)) - Number(holds(b))).slice(0, MOST).map((rule) => shown(rule, goTo)),
    ...(rest > 0 ? [element('p', {}, `${count(rest, 'evaluation')} more.`)] : []),
  ];
}

/** As `crdls eval` counts: an expression that is no rule is only shown. */
function holds({ needsOldSelf, compileError, result, ruleAt }: EvaluatedRule): boolean {
  if (compileError !== undefined || result?.error !== undefined) return false;
  return needsOldSelf === true || result?.value === 'true' || (ruleAt === null && result?.value !== 'false');
}

function shown(rule: EvaluatedRule, goTo: GoTo): HTMLElement {
  const { path, range, ruleAt, compileError, needsOldSelf, cost, result } = rule;
  const at = ruleAt === null ? undefined : placeOf(ruleAt);
  return element(
    'section',
    { class: 'evaluated' },
    element(
      'p',
      {},
      path === '' ? 'The object' : element('code', {}, path),
      ' ',
      range && element('button', { type: 'button', click: () => goTo(RESOURCE, range) }, 'Go to the value'),
      ' ',
      at && element('button', { type: 'button', click: () => goTo(CRD, at) }, 'Go to the rule'),
    ),
    compileError !== undefined && element('pre', { tabindex: '0', class: 'error' }, `${rule.rule.trim()}\n${compileError}`),
    needsOldSelf && element('p', {}, element('code', {}, rule.rule), ' is not run: it compares with ', element('code', {}, 'oldSelf'), ', and the object is created.'),
    result && element('ul', { class: 'parts' }, part(result)),
    cost !== undefined && element('p', { class: 'place' }, `Cost of this run: ${cost.toLocaleString('en-US')}`),
  );
}

function part({ text, value, error, with: bound, parts, notEvaluated }: EvaluatedPart): HTMLElement {
  const kind = error !== undefined || value === 'false' ? 'error' : value === 'true' ? 'true' : 'quiet';
  const outcome = error !== undefined ? `error: ${error}` : notEvaluated ? 'not evaluated' : (value ?? '');
  const variables = Object.entries(bound ?? {}).map(([name, its]) => `${name} = ${its}`);
  return element(
    'li',
    {},
    variables.length > 0 && element('span', { class: 'place' }, `with ${variables.join(', ')}: `),
    element('code', {}, text.replace(/\s+/g, ' ')),
    ' is ',
    element('code', { class: kind }, outcome),
    parts !== undefined && element('ul', {}, ...parts.map(part)),
  );
}

/** The place in `FILE:LINE:COLUMN`. */
function placeOf(text: string): Span | undefined {
  const match = /:(\d+):(\d+)$/.exec(text);
  if (match === null) return undefined;
  const start = { line: Number(match[1]), column: Number(match[2]) };
  return { start, end: start };
}
