// The cases of a test suite, and what became of them.
import type { Span, SuiteCase, SuiteRun } from './answers';
import { count, element } from './dom';
import { RESOURCE } from './files';
import type { GoTo } from './values';

const WORDS = { passed: 'passed', failed: 'failed', error: 'cannot run' } as const;

export function testResults(runs: readonly SuiteRun[], goTo: GoTo): Node[] {
  const cases = runs.flatMap((run) => run.cases);
  const number = (result: SuiteCase['result']) => cases.filter((one) => one.result === result).length;
  const summary = (['passed', 'failed', 'error'] as const).filter((result) => number(result) > 0).map((result) => `${number(result)} ${WORDS[result]}`);
  const place = (span: Span) => element('button', { type: 'button', click: () => goTo(RESOURCE, span) }, 'Go to the text');
  return [
    ...runs.flatMap(({ error }) => (error === null ? [] : [element('p', { class: 'error' }, `The suite cannot run: ${error.message} `, place(error.range))])),
    element('p', { role: 'status' }, `${count(cases.length, 'case')}${summary.length === 0 ? '' : `: ${summary.join(', ')}`}.`),
    element('ul', { class: 'cases' }, ...cases.map((one) => shown(one, place(one.range)))),
  ];
}

function shown({ name, kind, result, message, step, expected, actual }: SuiteCase, place: HTMLElement): HTMLElement {
  const side = (title: string, text: string | null) => text !== null && [element('dt', {}, title), element('dd', {}, element('pre', { tabindex: '0', 'aria-label': title }, text))];
  const sides = [...(side('Expected', expected) || []), ...(side('Actual', actual) || [])];
  return element(
    'li',
    {},
    element('span', { class: `severity ${result === 'passed' ? 'true' : 'error'}` }, WORDS[result]),
    ` ${kind}: ${name} `,
    place,
    message && element('p', {}, `${message}${step === null ? '' : ` (${step})`}`),
    sides.length > 0 && element('dl', {}, ...sides),
  );
}
