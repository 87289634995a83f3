// What the server is asked beyond the protocol, and what it answers. The names are the server's.

export interface Status {
  readonly kubernetes: string;
  readonly minors: readonly string[];
  readonly crds: number;
}

/** A custom resource as it is written and as it would be stored. */
export interface Effective {
  readonly document: number;
  readonly kind: string;
  readonly name: string;
  readonly written: string;
  readonly stored: string | null;
  readonly refused: readonly string[];
}

/** What a document was: at a tag or another revision, or in another folder. */
export interface Changed {
  readonly since: string;
  readonly name: string;
  readonly text: string;
}

/** Counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Driver {
  readonly path: string;
  readonly range: { readonly start: Place };
  readonly what: string;
  readonly written: number | null;
  readonly suggest: number | null;
  readonly together: number | null;
}

export interface RuleCost {
  readonly path: string;
  readonly range: { readonly start: Place };
  readonly rule: string;
  readonly error: string | null;
  readonly perCall: number;
  readonly cardinality: number;
  readonly unbounded: boolean;
  readonly total: number;
  readonly limit: number;
  readonly messageCost: number | null;
  readonly messageError: string | null;
  readonly drivers: readonly Driver[];
}

export interface VersionCost {
  readonly name: string;
  readonly version: string;
  readonly total: number;
  readonly limit: number;
  readonly rules: readonly RuleCost[];
  readonly drivers: readonly Driver[];
}

export interface Table {
  readonly crd: string;
  readonly kind: string;
  readonly version: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly jsonPath: string; readonly description: string; readonly priority: number }[];
  readonly rows: readonly { readonly uri: string; readonly line: number; readonly name: string; readonly namespace: string | null; readonly refused: boolean; readonly cells: readonly (string | null)[] }[];
}

export interface Rule {
  readonly code: string;
  readonly summary: string;
  readonly severity: string;
  readonly server: boolean;
}

/** As the protocol has it, from 0. */
export interface Span {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A test suite of the workspace. */
export interface SuiteEntry {
  readonly uri: string;
  readonly name: string;
  readonly range: Span;
  readonly cases: readonly { readonly id: string; readonly kind: string; readonly name: string; readonly range: Span }[];
}

export interface CaseReport {
  readonly id: string;
  readonly result: 'passed' | 'failed' | 'error';
  readonly message: string;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly range: Span;
  readonly ms: number;
}

/** A rule or a constraint of a CRD, and for how many writes it held and failed. */
export interface Point {
  readonly path: string;
  readonly range: Span;
  readonly held: number;
  readonly failed: number;
}

export interface TestReport {
  readonly suites: readonly { readonly uri: string; readonly error: string | null; readonly cases: readonly CaseReport[] }[];
  readonly coverage: readonly { readonly uri: string; readonly points: readonly Point[] }[];
}

/** Method, parameters and answer of each request. An answer about a document is null where the server does not know it. */
export interface Requests {
  readonly 'crdls/status': [{ textDocument?: { uri: string } }, Status];
  readonly 'crdls/effective': [{ textDocument: { uri: string } }, readonly Effective[] | null];
  readonly 'crdls/built': [{ textDocument: { uri: string } }, string | null];
  readonly 'crdls/changes': [{ textDocument: { uri: string } }, Changed | null];
  readonly 'crdls/cost': [{ textDocument: { uri: string } }, readonly VersionCost[] | null];
  readonly 'crdls/columns': [{ textDocument: { uri: string } }, readonly Table[] | null];
  readonly 'crdls/explain': [{ what: string }, string | null];
  readonly 'crdls/codes': [undefined, readonly Rule[]];
  readonly 'crdls/tests': [undefined, readonly SuiteEntry[]];
  readonly 'crdls/runTests': [{ suites: readonly { uri: string; cases: readonly string[] }[]; coverage: boolean }, TestReport];
}

export type Ask = <M extends keyof Requests>(method: M, params: Requests[M][0]) => Promise<Requests[M][1] | undefined>;
