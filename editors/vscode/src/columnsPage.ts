// What `kubectl get` would print, as a page. Knows tables; knows no editor.
import { escape, link } from './page';
import type { Table } from './requests';

export function columnsBody(tables: readonly Table[]): string {
  if (tables.length === 0) return '<p>This document has no CRD and no custom resource of a known CRD.</p>';
  return `<p class="quiet">What <code>kubectl get</code> prints for the custom resources of the workspace after they are created: with their defaults, and with the status that the manifest has. A column marked <span class="tag">wide</span> is shown only with <code>-o wide</code>. The server rejects a resource marked <span class="tag">rejected</span>.</p>
${tables.map(section).join('\n')}`;
}

function section(table: Table): string {
  const namespaced = table.rows.some((row) => row.namespace !== null);
  const columns = table.columns.map((column) => {
    const about = [column.description, `${column.jsonPath}, ${column.type}`].filter((text) => text !== '').join(': ');
    return `<th scope="col" title="${escape(about)}">${escape(column.name.toUpperCase())}${column.priority > 0 ? ' <span class="tag">wide</span>' : ''}</th>`;
  });
  const rows = table.rows.map((row) => {
    const name = `<th scope="row">${link(row.uri, row.line, 1, row.name)}${row.refused ? ' <span class="tag bad">rejected</span>' : ''}</th>`;
    const namespace = namespaced ? `<td>${escape(row.namespace ?? '')}</td>` : '';
    return `<tr>${namespace}${name}${row.cells.map((cell) => `<td>${escape(cell ?? '')}</td>`).join('')}</tr>`;
  });
  const head = `${namespaced ? '<th scope="col">NAMESPACE</th>' : ''}<th scope="col">NAME</th>${columns.join('')}`;
  const body = rows.length === 0 ? `<tr><td colspan="${table.columns.length + 1}" class="quiet">The workspace has no resource of this version.</td></tr>` : rows.join('\n');
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
