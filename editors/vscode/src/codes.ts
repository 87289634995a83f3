// The code of a finding leads to its page, which the server has: no browser and no network.
//
// Hovers open no commands, but any text that somebody provides: the address is one of ours.
import { type Diagnostic, Uri } from 'vscode';
import type { Ask } from './requests';

const SCHEME = 'crdls';

/** Where the page of a code, a field or a function stands. */
export function addressOf(what: string | number): { scheme: string; path: string } {
  return { scheme: SCHEME, path: `/explain/${String(what).replaceAll('/', '_')}.md` };
}

/** Findings of the server, each with a link to its page. A link that the setting `docsBaseUrl` made stays. */
export function leadToPages(found: readonly Diagnostic[]): Diagnostic[] {
  return found.map((one) => {
    const { code } = one;
    if (typeof code === 'string' || typeof code === 'number') one.code = { value: code, target: Uri.from(addressOf(code)) };
    return one;
  });
}

/** The page at a path that nobody has put a text at yet. */
export async function pageAt(path: string, ask: Ask): Promise<string> {
  const [, what] = /^\/explain\/(.+)\.md$/.exec(path) ?? [];
  return (what === undefined ? undefined : await ask('crdls/explain', { what })) ?? '';
}
