// A page of a view: semantic HTML in the colours of the theme, without scripts. Knows no editor.

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A link that opens a place of a file; it works by keyboard, as links do. */
export function link(uri: string, line: number, column: number, text: string): string {
  const args = encodeURIComponent(JSON.stringify([uri, line, column]));
  return `<a href="command:crdls.open?${args}">${escape(text)}</a>`;
}

/** 1234567 as 1,234,567. What the server counts beyond 2^53 is only said to be large. */
export function number(value: number): string {
  return value > Number.MAX_SAFE_INTEGER ? '> 9 × 10¹⁵' : value.toLocaleString('en-US');
}

/** The whole document. The nonce lets the one style sheet in, and nothing else. */
export function page(title: string, body: string, nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>${escape(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

const STYLE = `
body { color: var(--vscode-foreground); background: var(--vscode-editor-background); font: var(--vscode-font-size) / 1.5 var(--vscode-font-family); padding: 0 1.5em 2em; }
main { max-width: 76em; }
h1 { font-size: 1.5em; font-weight: 600; margin: 1em 0 0.6em; }
h2 { font-size: 1.15em; font-weight: 600; margin: 1.8em 0 0.4em; }
p { margin: 0.4em 0; max-width: 60em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.8em 0; }
caption { text-align: left; color: var(--vscode-descriptionForeground); padding-bottom: 0.4em; }
th, td { text-align: left; vertical-align: top; padding: 0.35em 1.4em 0.35em 0; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-editorWidget-border, transparent)); }
thead th { color: var(--vscode-descriptionForeground); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
h3 { font-size: 1em; font-weight: 600; margin: 1.4em 0 0.4em; }
ol, ul { margin: 0.4em 0; padding-left: 1.6em; }
li { margin: 0.3em 0; }
ol > li { margin: 1em 0; }
code, pre { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
pre { white-space: pre-wrap; margin: 0.3em 0; padding: 0.4em 0.7em; background: var(--vscode-textCodeBlock-background); border-radius: 0.3em; }
.quiet { color: var(--vscode-descriptionForeground); }
.bad { color: var(--vscode-errorForeground); }
.tag { border: 1px solid var(--vscode-descriptionForeground); border-radius: 0.3em; padding: 0 0.3em; font-size: 0.85em; }
a { color: var(--vscode-textLink-foreground); }
a:focus { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
meter { width: 7em; vertical-align: middle; }
`;
