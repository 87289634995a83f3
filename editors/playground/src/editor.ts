// An editor of a file: highlighting, findings, completion and hover.
import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { CompletionItem, Finding, Fix, Hover } from './answers';
import { element } from './dom';
import { LONGEST, sayTooLong, type SyncedFile } from './files';
import { coded, markdown } from './markdown';
import { rangeOf, placeAt } from './places';
import { serverLine } from './problems';
import { toCodeMirror } from './snippets';

export interface EditorHost {
  /** Whether the engine completes and explains the text: YAML. */
  isManifest: boolean;
  label: string;
  /** The file has a newer text. */
  changed(): void;
  ask<Answer>(request: object): Promise<Answer | undefined>;
  /** Shows the problem at the cursor, with its fixes. */
  showProblem(): boolean;
}

/** An editor that is in no page yet. */
export function editor(file: SyncedFile, host: EditorHost): EditorView {
  const completions = async (context: CompletionContext): Promise<CompletionResult | null> => {
    // While a word is typed: after a letter, a dot or a space; not in an empty line.
    const typed = context.matchBefore(/[\w.$+"'/-]+|: ?|- /);
    if (!context.explicit && typed === null) return null;
    const { doc } = context.state;
    const items = await host.ask<CompletionItem[]>({ method: 'complete', file: file.name, at: placeAt(doc, context.pos) });
    if (items === undefined || items.length === 0 || context.aborted) return null;
    const from = Math.min(...items.map((item) => rangeOf(doc, item.range).from));
    return { from, options: items.map((item) => option(item, doc, from)), validFor: /^[\w.-]*$/ };
  };
  const hover = hoverTooltip(async (view, position) => {
    const { doc } = view.state;
    const found = await host.ask<Hover | null>({ method: 'hover', file: file.name, at: placeAt(doc, position) });
    if (!found) return null;
    const { from, to } = rangeOf(doc, found.range);
    return { pos: from, end: to, above: true, create: () => ({ dom: markdown(found.markdown) }) };
  });
  return new EditorView({
    state: EditorState.create({
      doc: file.doc,
      extensions: [
        lineNumbers(),
        history(),
        indentUnit.of(host.isManifest ? '  ' : '\t'),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        host.isManifest ? [yaml(), syntaxHighlighting(classHighlighter), autocompletion({ override: [completions] }), hover] : [],
        lintGutter(),
        keymap.of([
          { key: 'Mod-.', run: () => host.showProblem() },
          ...defaultKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': host.label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.domEventHandlers({
          // Splitting it into lines would keep the page from answering, for nothing.
          paste: ({ clipboardData }) => {
            const { length } = clipboardData?.getData('text/plain') ?? '';
            if (length > LONGEST) sayTooLong(file.name, length);
            return length > LONGEST;
          },
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          file.change(update.changes, update.state.doc);
          host.changed();
        }),
      ],
    }),
  });
}

/** A text that is read and not written: long ones are drawn line by line. */
export function viewer(parent: HTMLElement, label: string): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        yaml(),
        syntaxHighlighting(classHighlighter),
        EditorState.readOnly.of(true),
        keymap.of([...defaultKeymap, ...searchKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
      ],
    }),
  });
}

export function setText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

function option(item: CompletionItem, doc: Text, from: number): Completion {
  const range = rangeOf(doc, item.range);
  const kinds = { key: 'property', field: 'property', value: 'enum', snippet: 'text', operator: 'keyword' } as const;
  const kind = item.kind === 'function' || item.kind === 'variable' ? item.kind : kinds[item.kind];
  const info = item.documentation;
  return {
    label: item.label,
    type: kind,
    ...(item.detail === null ? {} : { detail: item.detail }),
    ...(info === '' ? {} : { info: () => markdown(info) }),
    sortText: item.sort,
    boost: item.preselect ? 1 : 0,
    apply: (view, _completion, _from, to) => {
      // What was typed since the list opened is part of the word.
      const start = Math.max(range.from, from);
      const end = Math.max(to, range.to + to - view.state.selection.main.head);
      if (item.snippet !== null) snippet(toCodeMirror(item.snippet))(view, null, start, end);
      else {
        view.dispatch({
          changes: { from: start, to: end, insert: item.newText },
          selection: { anchor: start + item.newText.length },
          userEvent: 'input.complete',
        });
      }
    },
  };
}

/** Shows findings in an editor. */
export function showFindings(view: EditorView, findings: readonly Finding[]): void {
  const { doc } = view.state;
  const severities = { error: 'error', warning: 'warning', info: 'info', hint: 'hint' } as const;
  const diagnostics = findings.map((found): Diagnostic => {
    const server = found.server === null ? null : element('div', { class: 'server' }, serverLine(found.server));
    return {
      ...rangeOf(doc, found.range),
      severity: severities[found.severity],
      source: found.code,
      message: found.message,
      renderMessage: () => element('div', {}, element('div', {}, ...coded(found.message)), server),
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Applies a fix to the text that it was made for. */
export function applyFix(view: EditorView, fix: Fix): void {
  const { doc } = view.state;
  const changes = fix.edits.map((edit) => ({ ...rangeOf(doc, edit.range), insert: edit.newText }));
  view.dispatch({ changes, userEvent: 'input.fix' });
}

/** Moves the cursor to a range, into view. */
export function reveal(view: EditorView, range: { from: number; to: number }): void {
  view.dispatch({ selection: { anchor: range.from, head: range.from }, effects: EditorView.scrollIntoView(range.from, { y: 'center' }) });
  view.focus();
}
