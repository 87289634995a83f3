// What `kubectl get` would print, as a page. Knows tables; knows no editor.
import { escape, link } from './page';
import type { Table } from './requests';

export function columnsBody(tables: readonly Table[]): string {
  if (tables.length === 0) return '<p>This document has no CRD and no custom resource of a CRD that is known.</p>';
  return `<p class="quiet">As <code>kubectl get</code> prints the custom resources of the workspace once they are created, with their defaults, and with a status as it is written. A column marked <span class="tag">wide</span> is shown by <code>-o wide</code> alone; a resource marked <span class="tag">refused</span> would not be created.</p>
${tables.map(section).join('\n')}`;
}

function section(table: Table): string {
  const namespaced = table.rows.some((row) => row.namespace !== null);
  const columns = table.columns.map((column) => {
    const about = [column.description, `${column.jsonPath}, ${column.type}`].filter((text) => text !== '').join(': ');
    return `<th scope="col" title="${escape(about)}">${escape(column.name.toUpperCase())}${column.priority > 0 ? ' <span class="tag">wide</span>' : ''}</th>`;
  });
  const rows = table.rows.map((row) => {
    const name = `<th scope="row">${link(row.uri, row.line, 1, row.name)}${row.refused ? ' <span class="tag bad">refused</span>' : ''}</th>`;
    const namespace = namespaced ? `<td>${escape(row.namespace ?? '')}</td>` : '';
    return `<tr>${namespace}${name}${row.cells.map((cell) => `<td>${escape(cell ?? '')}</td>`).join('')}</tr>`;
  });
  const head = `${namespaced ? '<th scope="col">NAMESPACE</th>' : ''}<th scope="col">NAME</th>${columns.join('')}`;
  const body = rows.length === 0 ? `<tr><td colspan="${table.columns.length + 1}" class="quiet">No resource of this version is in the workspace.</td></tr>` : rows.join('\n');
  return `<section>
<h2>${escape(table.kind)} ${escape(table.version)}</h2>
<div class="scroll"><table>
<caption>${escape(table.crd)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody>
</table></div>
</section>`;
}
