// What the engine answers: the JSON of `crdls … --output-format json` and of the language server's `crdls/` requests.

/** A place: line and character from 1; a byte order mark does not count. */
export interface LineColumn {
  line: number;
  column: number;
}

export interface Span {
  start: LineColumn;
  end: LineColumn;
}

export type Severity = 'error' | 'warning' | 'info' | 'hint';

export interface Finding {
  file: string;
  range: Span;
  severity: Severity;
  code: string;
  message: string;
  server: { type: string; field: string; detail: string; shadowed: boolean } | null;
  related: { file: string; range: Span; message: string }[];
  validatedBy: string | null;
  witness: { object: unknown; action: string; old: unknown } | null;
  fixes: Fix[];
}

export interface Fix {
  title: string;
  safe: boolean;
  edits: { range: Span; newText: string }[];
}

export interface Status {
  version: string;
  kubernetes: string;
  minors: string[];
  crds: number;
}

export interface Hover {
  markdown: string;
  range: Span;
}

export interface CompletionItem {
  label: string;
  kind: 'key' | 'field' | 'value' | 'snippet' | 'function' | 'variable' | 'operator';
  detail: string | null;
  documentation: string;
  sort: string;
  deprecated: boolean;
  preselect: boolean;
  range: Span;
  newText: string;
  snippet: string | null;
}

export interface VersionCost {
  name: string;
  version: string;
  total: number;
  limit: number;
  rules: RuleCost[];
}

export interface RuleCost {
  path: string;
  range: Span;
  rule: string;
  error: string | null;
  perCall: number;
  cardinality: number;
  unbounded: boolean;
  total: number;
  limit: number;
  drivers: { path: string; what: string; written: number | null; suggest: number | null; together: number | null }[];
}

export interface StoredObject {
  document: number;
  kind: string;
  name: string;
  written: string;
  stored: string | null;
  diff: string | null;
  refused: string[];
}

/** A rule or an expression on a value of a custom resource. */
export interface EvaluatedRule {
  document: number;
  path: string;
  rule: string;
  /** `FILE:LINE:COLUMN` */
  ruleAt: string | null;
  range: Span | null;
  compileError?: string;
  needsOldSelf?: boolean;
  cost?: number;
  result?: EvaluatedPart;
}

export interface EvaluatedPart {
  text: string;
  type?: string;
  value?: string;
  error?: string;
  notEvaluated?: boolean;
  /** The variables of the macro around it. */
  with?: Record<string, string>;
  parts?: EvaluatedPart[];
}

/** A suite that was run against a CRD. */
export interface SuiteRun {
  crdFile: string | null;
  error: { range: Span; message: string } | null;
  cases: SuiteCase[];
}

export interface SuiteCase {
  name: string;
  kind: string;
  range: Span;
  result: 'passed' | 'failed' | 'error';
  step: string | null;
  message: string | null;
  expected: string | null;
  actual: string | null;
}

/** The CRDs of a Go file. */
export interface GoAnswer {
  manifests: string;
  findings: Finding[];
  unknown: string[];
}

export interface KindEntry {
  file: string;
  name: string;
  group: string;
  kind: string;
  plural: string;
  versions: string[];
}

export interface Changes {
  changes: Change[];
  classes: Record<string, number>;
}

export interface Change {
  crd: string;
  version: string | null;
  path: string;
  class: string;
  proven: boolean;
  reason: string | null;
  code: string;
  message: string;
  new: { range: Span } | null;
  witness: { object: unknown; old: unknown; action: string; after: { accepted: boolean; findings: string[] } } | null;
}
