// The Markdown of hovers and pages as elements: what they use, and nothing else. Texts are never read as HTML.
import { element } from './dom';

export function markdown(text: string): HTMLElement {
  const shown = element('div', { class: 'markdown' });
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const fence = /^\s*```/.exec(line);
    if (fence) {
      const end = lines.findIndex((other, n) => n > at && /^\s*```\s*$/.test(other));
      const code = lines.slice(at + 1, end === -1 ? undefined : end);
      shown.append(element('pre', { tabindex: '0' }, element('code', {}, code.join('\n'))));
      at = end === -1 ? lines.length : end + 1;
    } else if (/^\s*[-*] /.test(line)) {
      const list = element('ul');
      for (; at < lines.length && /^\s*[-*] /.test(lines[at]!); at++) {
        list.append(element('li', {}, ...inline(lines[at]!.replace(/^\s*[-*] /, ''))));
      }
      shown.append(list);
    } else if (/^\|/.test(line)) {
      const rows: string[] = [];
      for (; at < lines.length && /^\|/.test(lines[at]!); at++) rows.push(lines[at]!);
      shown.append(table(rows));
    } else if (/^#{1,6} /.test(line)) {
      shown.append(element('p', { class: 'heading' }, ...inline(line.replace(/^#+ /, ''))));
      at++;
    } else if (/^(---+|\*\*\*+)$/.test(line.trim())) {
      shown.append(element('hr'));
      at++;
    } else {
      const paragraph: string[] = [];
      for (; at < lines.length && !/^\s*(```|[-*] |#{1,6} |\||$)/.test(lines[at]!); at++) paragraph.push(lines[at]!);
      if (paragraph.length === 0) at++;
      else shown.append(element('p', {}, ...inline(paragraph.join(' '))));
    }
  }
  return shown;
}

function table(rows: string[]): HTMLElement {
  const cells = (row: string) => row.replace(/^\||\|$/g, '').split(/(?<!\\)\|/);
  const [head, ...body] = rows.filter((row) => !/^\|[\s:|-]+$/.test(row));
  const line = (row: string, tag: 'th' | 'td') =>
    element('tr', {}, ...cells(row).map((cell) => element(tag, {}, ...inline(cell.trim().replace(/\\\|/g, '|')))));
  return element('table', {}, line(head ?? '', 'th'), ...body.map((row) => line(row, 'td')));
}

/** A sentence whose code stands between backticks; nothing else in it means anything. */
export function coded(text: string): (Node | string)[] {
  // What is captured is code: each second part.
  return text.split(/`([^`]+)`/).map((part, number) => (number % 2 === 1 ? element('code', {}, part) : part));
}

/** Code between backticks, bold text, links; a link that leads into a repository is its text. */
function inline(text: string): Node[] {
  const found: Node[] = [];
  const pattern = /(`+)(.+?)\1(?!`)|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|\\([\\`*_[\]|<>#-])/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    found.push(document.createTextNode(text.slice(end, match.index)));
    const [whole, ticks, code, bold, label, address, escaped] = match;
    if (ticks !== undefined) found.push(element('code', {}, code!));
    else if (bold !== undefined) found.push(element('strong', {}, ...inline(bold)));
    else if (escaped !== undefined) found.push(document.createTextNode(escaped));
    else if (/^https:\/\//.test(address!)) found.push(element('a', { href: address!, rel: 'noreferrer' }, ...inline(label!)));
    else found.push(...inline(label!));
    end = match.index + whole.length;
  }
  found.push(document.createTextNode(text.slice(end)));
  return found;
}
