// The Test Explorer: the test suites of the workspace as the server lists them, and run by it.
import { BranchCoverage, CancellationTokenSource, commands, type CancellationToken, type Disposable, FileCoverage, Location, Range, StatementCoverage, type TestController, type TestItem, TestMessage, TestRunProfileKind, TestRunRequest, type TestRunProfile, type TestRun, tests, Uri } from 'vscode';
import type { Ask, CaseReport, Point, Span, SuiteEntry } from './requests';

/** The server tells of changes at each key. */
const DELAY_MS = 200;

export class Suites implements Disposable {
  /** Made with the first suite: without one there is no view for tests. */
  private controller: TestController | undefined;
  private profile: TestRunProfile | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly continuous = new Set<TestRunRequest>();
  private readonly points = new WeakMap<FileCoverage, readonly Point[]>();

  constructor(private readonly ask: Ask) {}

  /** The suites, or what they come to, may be others now. */
  changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), DELAY_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.controller?.dispose();
  }

  /** Runs a suite, or one case of it. */
  async runOne(uri: string, id?: string): Promise<void> {
    await this.refresh();
    const suite = this.controller?.items.get(uri);
    const item = id === undefined ? suite : suite?.children.get(caseId(uri, id));
    if (item === undefined) return;
    await this.run(new TestRunRequest([item], undefined, this.profile), new CancellationTokenSource().token, false);
  }

  private async refresh(): Promise<void> {
    const found = await this.ask('crdls/tests', undefined);
    if (found === undefined || (found.length === 0 && this.controller === undefined)) return;
    const controller = (this.controller ??= this.create());
    const known = new Set(found.map((suite) => suite.uri));
    controller.items.forEach((item) => known.has(item.id) || controller.items.delete(item.id));
    for (const suite of found) this.show(controller, suite);
    for (const request of this.continuous) await this.run(request, new CancellationTokenSource().token, false);
  }

  private create(): TestController {
    const controller = tests.createTestController('crdls', 'CRD test suites');
    controller.refreshHandler = () => this.refresh();
    this.profile = controller.createRunProfile('Run', TestRunProfileKind.Run, (request, token) => this.start(request, token, false), true, undefined, true);
    const coverage = controller.createRunProfile('Coverage', TestRunProfileKind.Coverage, (request, token) => this.start(request, token, true), true);
    coverage.loadDetailedCoverage = async (_run, file) => (this.points.get(file) ?? []).map(statement);
    return controller;
  }

  /** Items stay the same as long as their names do: the results of the last run stay with them. */
  private show(controller: TestController, suite: SuiteEntry): void {
    const uri = Uri.parse(suite.uri);
    const item = controller.items.get(suite.uri) ?? controller.createTestItem(suite.uri, '', uri);
    item.label = suite.name || uri.path.replace(/^.*\//, '');
    item.range = range(suite.range);
    const children = suite.cases.map((one) => {
      const id = caseId(suite.uri, one.id);
      const child = item.children.get(id) ?? controller.createTestItem(id, '', uri);
      child.label = one.name || one.id;
      child.sortText = one.id.replace(/\d+$/, (number) => number.padStart(6, '0'));
      child.range = range(one.range);
      return child;
    });
    item.children.replace(children);
    controller.items.add(item);
  }

  private async start(request: TestRunRequest, token: CancellationToken, coverage: boolean): Promise<void> {
    if (request.continuous) {
      this.continuous.add(request);
      token.onCancellationRequested(() => this.continuous.delete(request));
    }
    await this.run(request, token, coverage);
  }

  private async run(request: TestRunRequest, token: CancellationToken, coverage: boolean): Promise<void> {
    const controller = this.controller;
    if (controller === undefined) return;
    const chosen = chosenCases(controller, request);
    const run = controller.createTestRun(request);
    const items = new Map([...chosen.values()].flat().map((item) => [item.id, item]));
    items.forEach((item) => run.started(item));
    const suites = [...chosen].map(([uri, cases]) => ({ uri, cases: cases.map((item) => item.id.slice(uri.length + 1)) }));
    const report = await this.ask('crdls/runTests', { suites, coverage });
    if (token.isCancellationRequested) return run.end();
    for (const suite of report?.suites ?? []) {
      const item = controller.items.get(suite.uri);
      if (suite.error !== null && item !== undefined) run.errored(item, new TestMessage(suite.error));
      for (const one of suite.cases) {
        const its = items.get(caseId(suite.uri, one.id));
        if (its !== undefined) tell(run, its, one);
      }
    }
    for (const { uri, points } of report?.coverage ?? []) {
      const file = FileCoverage.fromDetails(Uri.parse(uri), points.map(statement));
      this.points.set(file, points);
      run.addCoverage(file);
    }
    run.end();
  }
}

/** The locations that a code lens is about, in a peek view. */
export async function showLocations(uri: string, at: { line: number; character: number }, found: readonly { uri: string; range: Span }[]): Promise<unknown> {
  const locations = found.map((one) => new Location(Uri.parse(one.uri), range(one.range)));
  return commands.executeCommand('editor.action.showReferences', Uri.parse(uri), range({ start: at, end: at }).start, locations);
}

function caseId(uri: string, id: string): string {
  return `${uri}#${id}`;
}

function range({ start, end }: Span): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

/** The cases that a request is about, by suite. */
function chosenCases(controller: TestController, request: TestRunRequest): Map<string, TestItem[]> {
  const excluded = new Set(request.exclude?.map((item) => item.id));
  const chosen = new Map<string, TestItem[]>();
  const add = (item: TestItem): void => {
    if (excluded.has(item.id)) return;
    const suite = item.parent;
    if (suite === undefined) return item.children.forEach(add);
    if (!excluded.has(suite.id)) chosen.set(suite.id, [...(chosen.get(suite.id) ?? []), item]);
  };
  if (request.include === undefined) controller.items.forEach(add);
  // Those of a continuous run may be others by now.
  else request.include.forEach((item) => add(controller.items.get(item.id) ?? item));
  return chosen;
}

function tell(run: TestRun, item: TestItem, one: CaseReport): void {
  if (one.result === 'passed') return run.passed(item, one.ms);
  const message = new TestMessage(one.message);
  if (one.expected !== null) message.expectedOutput = one.expected;
  if (one.actual !== null) message.actualOutput = one.actual;
  if (item.uri !== undefined) message.location = new Location(item.uri, range(one.range));
  if (one.result === 'failed') run.failed(item, message, one.ms);
  else run.errored(item, message, one.ms);
}

/** A rule or a constraint is covered where some case makes it fail and some case makes it hold. */
function statement({ path, range: at, held, failed }: Point): StatementCoverage {
  const where = range(at);
  const name = path.replace(/^.*\.(?=[^.]+$)/, '');
  const branches = [new BranchCoverage(held, where, `a case in which ${name} holds`), new BranchCoverage(failed, where, `a case in which ${name} fails`)];
  return new StatementCoverage(held + failed, where, branches);
}
