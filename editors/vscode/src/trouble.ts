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
    return { message: `The setting crdls.path names ${found.tried}, which is not an executable file. Correct the setting, or clear it to use the crdls that is bundled with the extension or on PATH.`, remedies };
  }
  return { message: 'The crdls program was not found: none is bundled with this extension and none is on PATH. Install it or set crdls.path, then restart.', remedies };
}

export function resting(losses: number): Trouble {
  return {
    message: `The crdls server stopped ${losses} times within ${WINDOW_MS / 60_000} minutes and is not restarted automatically. The log shows why.`,
    remedies: ['Show Log', 'Restart', 'Open Settings'],
  };
}
