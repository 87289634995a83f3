// The two sides of the preview of custom resources: as written, as stored. Knows texts; knows no editor.
import type { Effective } from './requests';

export interface Sides {
  readonly written: string;
  readonly stored: string;
}

/** Both sides with all resources of a document. The errors that the server would report are comments above the object. */
export function sides(found: readonly Effective[]): Sides {
  const stored = found.map((one) => comments(one) + (one.stored ?? ''));
  return { written: found.map((one) => one.written).join('---\n'), stored: stored.join('---\n') };
}

function comments(one: Effective): string {
  return one.refused.map((why) => `# rejected by the server: ${why.replaceAll('\n', ' ')}\n`).join('');
}
