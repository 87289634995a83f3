// What the user is told when there is no server, and what can be done about it.
import type { Found } from './binary';
import { WINDOW_MS } from './restart';

export type Remedy = 'Open Settings' | 'Show Log' | 'Restart';

export interface Trouble {
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

export function missing(found: Extract<Found, { missing: unknown }>): Trouble {
  const remedies: Remedy[] = ['Open Settings', 'Restart'];
  if (found.missing === 'setting') {
    return { message: `The setting crdls.path names ${found.tried}, which is not a program that can be run. Correct it, or empty it to use the crdls that comes with the extension or is on PATH.`, remedies };
  }
  return { message: 'The crdls program was not found: none came with this extension and none is on PATH. Install it, or name it in the setting crdls.path; then restart.', remedies };
}

export function resting(losses: number): Trouble {
  return {
    message: `The crdls server stopped ${losses} times within ${WINDOW_MS / 60_000} minutes and is not started again by itself. The log says why.`,
    remedies: ['Show Log', 'Restart', 'Open Settings'],
  };
}
