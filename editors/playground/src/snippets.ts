// Snippets as the language server protocol writes them, for the editor.

/** `$1`, `${1:name}`, `${1|a,b|}` and `$0` in the editor's syntax; what is escaped stays as it is meant. */
export function toCodeMirror(snippet: string): string {
  const last = 99;
  let out = '';
  for (let at = 0; at < snippet.length; ) {
    const rest = snippet.slice(at);
    const escaped = /^\\([\\$}])/.exec(rest);
    const bare = /^\$(\d+)/.exec(rest);
    const named = /^\$\{(\d+)(?::((?:\\.|[^\\}])*)|\|((?:\\.|[^\\|])*)\|)?\}/.exec(rest);
    const match = escaped ?? bare ?? named;
    if (escaped) out += escaped[1] === '}' ? '}' : literal(escaped[1]!);
    else if (bare ?? named) {
      const number = Number((bare ?? named)![1]);
      const name = (named?.[2] ?? named?.[3]?.split(',')[0] ?? '').replace(/\\(.)/g, '$1');
      out += `\${${number === 0 ? last : number}${name === '' ? '' : `:${name.replace(/[{}]/g, '')}`}}`;
    } else out += literal(rest[0]!);
    at += match?.[0].length ?? 1;
  }
  return out;
}

/** The editor reads `#{` and `${` as fields, and a backslash before a brace as an escape. */
function literal(character: string): string {
  return character === '{' ? '\\{' : character;
}
