// Where the crdls program is. Knows paths and names; asks the disk only through `runnable`.
import * as path from 'node:path';

export interface Place {
  /** The value of `crdls.path`; empty when the user left it alone. */
  readonly setting: string;
  /** The folder that the extension is installed in. */
  readonly extension: string;
  /** The first workspace folder, if any. */
  readonly workspace: string | undefined;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The PATH of the environment. */
  readonly searchPath: string;
  readonly runnable: (file: string) => boolean;
}

export type Found = { readonly command: string } | { readonly missing: 'setting' | 'everywhere'; readonly tried: string };

/** The program to start. What the user has set is taken or refused, never replaced by another one. */
export function findBinary(place: Place): Found {
  if (place.setting !== '') return named(place);
  const bundled = join(place)(place.extension, 'server', executable(place, 'crdls'));
  if (place.runnable(bundled)) return { command: bundled };
  const command = onPath(place, 'crdls');
  return command === undefined ? { missing: 'everywhere', tried: 'crdls' } : { command };
}

function named(place: Place): Found {
  const wanted = expand(place, place.setting);
  const command = /[\\/]/.test(wanted) ? [wanted].find(place.runnable) : onPath(place, wanted);
  return command === undefined ? { missing: 'setting', tried: wanted } : { command };
}

function expand(place: Place, setting: string): string {
  const inHome = setting.replace(/^~(?=[\\/])/, () => place.home);
  return inHome.replace(/^\$\{workspaceFolder\}/, (whole) => place.workspace ?? whole);
}

function onPath(place: Place, name: string): string | undefined {
  const folders = place.searchPath.split(place.platform === 'win32' ? ';' : ':').filter((folder) => folder !== '');
  return folders.map((folder) => join(place)(folder, executable(place, name))).find(place.runnable);
}

function executable(place: Place, name: string): string {
  return place.platform === 'win32' && path.win32.extname(name) === '' ? `${name}.exe` : name;
}

function join(place: Place): (...parts: string[]) => string {
  return place.platform === 'win32' ? path.win32.join : path.posix.join;
}
