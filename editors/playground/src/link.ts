// The state of the page in the fragment of its address, which browsers send to nobody.
//
// `#VERSION.CHECK.TEXT`: the text is compressed JSON in base64url, the check tells whether it is whole.

/** What a link opens. */
export interface State {
  kubernetes: string;
  crd: string;
  resource: string;
  /** The objects that those of the panes replace; the CRD is compared with the one among them. */
  old?: string;
  /** The Go file that the CRD is made of. */
  go?: string;
}

/** What a link is in place of a state: a sentence for people. */
export class BadLink extends Error {}

const VERSION = '1';

/** Longer links are cut by chats and mail programs. */
export const LONGEST = 60_000;

/** The state as a link; undefined if it would be too long. */
export async function encode(state: State): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  if (packed.length > LONGEST) return undefined;
  const text = base64url(packed);
  const link = `${VERSION}.${check(text)}.${text}`;
  return link.length <= LONGEST ? link : undefined;
}

/** The state of a fragment without its `#`; undefined if there is none. */
export async function decode(fragment: string): Promise<State | undefined> {
  if (fragment === '') return undefined;
  const [version, sum, text, ...more] = fragment.split('.');
  if (/^\d+$/.test(version!) && version !== VERSION) {
    throw new BadLink(
      `This link was made by version ${version} of the playground, and this page reads version ${VERSION}. Reload the page; if that does not help, ask for the texts instead.`,
    );
  }
  if (version !== VERSION || more.length > 0) throw new BadLink('This is not a link of the playground: nothing was opened.');
  if (sum === undefined || text === undefined || check(text) !== sum) {
    throw new BadLink('This link is incomplete: a part of it was cut off. Copy it again, as a whole.');
  }
  try {
    const packed = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const json = new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
    return state(JSON.parse(json));
  } catch {
    throw new BadLink('This link cannot be read: nothing was opened.');
  }
}

function state(value: Partial<Record<keyof State, unknown>>): State {
  const text = (key: keyof State): string => (typeof value[key] === 'string' ? value[key] : '');
  const [old, go] = [text('old'), text('go')];
  return {
    kubernetes: text('kubernetes'),
    crd: text('crd'),
    resource: text('resource'),
    ...(old === '' ? {} : { old }),
    ...(go === '' ? {} : { go }),
  };
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** FNV-1a, 32 bits. */
function check(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}
