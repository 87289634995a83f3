// The cost report as a page. Knows what the server counts; knows no editor.
import { escape, link, number } from './page';
import type { Driver, RuleCost, VersionCost } from './requests';

/** The body of the report on a document. */
export function costBody(uri: string, versions: readonly VersionCost[]): string {
  const counted = versions.filter((version) => version.rules.length > 0);
  if (counted.length === 0) return '<p>This document has no CEL rules, so no cost limits apply.</p>';
  return `<p class="quiet">The API server estimates costs from the schema alone, without any object. Each rule, and all rules of a version together, must stay within a limit.</p>
${counted.map((version) => versionSection(uri, version)).join('\n')}`;
}

function versionSection(uri: string, version: VersionCost): string {
  const rules = [...version.rules].sort((a, b) => share(b) - share(a));
  return `<section>
<h2>${escape(version.name)} ${escape(version.version)}</h2>
<p>${gauge(version.total, version.limit)} ${number(version.total)} of ${number(version.limit)} for all rules together</p>
${driversList(uri, version.drivers)}
<h3>Rules, the most expensive first</h3>
<ol>
${rules.map((rule) => ruleItem(uri, rule)).join('\n')}
</ol>
</section>`;
}

function ruleItem(uri: string, rule: RuleCost): string {
  const { line, column } = rule.range.start;
  const share = rule.error === null ? `${gauge(highestCost(rule), rule.limit)} of its limit, ${number(rule.total)}` : '<span class="bad">does not compile</span>';
  return `<li><p>${link(uri, line, column, `line ${line}`)}: ${share}</p><pre>${escape(rule.rule.trim())}</pre>${details(uri, rule)}</li>`;
}

function details(uri: string, rule: RuleCost): string {
  const lines: string[] = [];
  if (rule.error !== null) lines.push(`<span class="bad">${escape(rule.error)}</span>`);
  else if (rule.cardinality !== 1) lines.push(`${number(rule.perCall)} each, ${number(rule.cardinality)} times${rule.unbounded ? ', the most that fit into a request' : ''}`);
  else lines.push('evaluated once per object');
  if (rule.messageError !== null) lines.push(`<span class="bad">message: ${escape(rule.messageError)}</span>`);
  if (rule.messageCost !== null) lines.push(`the message costs ${number(rule.messageCost)}`);
  return lines.map((line) => `<p>${line}</p>`).join('') + driversList(uri, rule.drivers);
}

/** What drives a cost, and the bounds that bring it within its limit. */
function driversList(uri: string, drivers: readonly Driver[]): string {
  const items = drivers.map((driver) => {
    const { line, column } = driver.range.start;
    const bound = driver.written === null ? `no <code>${escape(driver.what)}</code>` : `<code>${escape(driver.what)}: ${number(driver.written)}</code>`;
    const at = link(uri, line, column, `line ${line}`);
    const fixed = driver.suggest ?? driver.together;
    const fix = fixed === null ? '' : `; <code>${escape(driver.what)}: ${number(fixed)}</code> ${driver.suggest === null ? 'together with the other bounds' : 'alone'} brings it within the limit`;
    return `<li>${at} has ${bound}${fix}</li>`;
  });
  return items.length === 0 ? '' : `<p>Driven by:</p><ul>${items.join('')}</ul>`;
}

function gauge(cost: number, limit: number): string {
  const part = cost / limit;
  const words = part >= 100 ? 'over 100×' : `${(part * 100).toFixed(1)} %`;
  const over = part > 1;
  return `<meter min="0" max="1" high="0.8" optimum="0" value="${Math.min(part, 1)}" aria-hidden="true"></meter> <span${over ? ' class="bad"' : ''}>${words}${over ? ' (over the limit)' : ''}</span>`;
}

function highestCost(rule: RuleCost): number {
  return Math.max(rule.total, rule.messageCost ?? 0);
}

function share(rule: RuleCost): number {
  return rule.error === null ? highestCost(rule) / rule.limit : Infinity;
}
