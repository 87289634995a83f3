// What the user has set in the section `crdls`, as the server gets it. Knows no editor.
//
// The defaults that package.json declares are there to be read. They are not sent: the server
// could not tell them from a choice, and they would hide what crdls.toml says.

/** The part of what `WorkspaceConfiguration.inspect` answers that tells a choice from a default. */
export interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

export interface Section {
  inspect(key: string): Inspected | undefined;
  get(key: string): unknown;
}

/** The settings that somebody chose, as a tree: `inlayHints.cost` is `cost` within `inlayHints`. */
export function chosenSettings(keys: readonly string[], section: Section): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const key of keys.filter((key) => isChosen(section.inspect(key)))) put(tree, key.split('.'), section.get(key));
  return tree;
}

function isChosen(found: Inspected | undefined): boolean {
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some((value) => value !== undefined);
}

function put(tree: Record<string, unknown>, [first, ...rest]: string[], value: unknown): void {
  if (first === undefined) return;
  if (rest.length === 0) tree[first] = value;
  else put((tree[first] ??= {}) as Record<string, unknown>, rest, value);
}
