import type { Marked } from '../../../contract/qa/marked-words.ts'
import { markupText as safe } from './markup-text.ts'
import {
  checksAndPeople,
  countText,
  looksText,
  minuteText,
  type ReportData,
  secondsText,
  sessionFacts,
  shareText,
  targetName,
  targetRole,
} from './report-data.ts'

/** What was found, before any case: the decision, regressions first, each number with its sentence. */
export function summaryMarkup(data: ReportData): string {
  return [
    head(data),
    lookedEarly(data),
    decision(data),
    regressions(data),
    passRate(data),
    preference(data),
    cost(data),
    flaky(data),
    agreement(data),
    facts(data),
  ].join('\n')
}

/** The repeats of a case as marks, each with its word for those who do not see them. */
function repeatsMarkup(statuses: readonly string[]): string {
  return `<span class="marks">${statuses.map(repeatMark).join('')}</span>`
}

function repeatMark(status: string): string {
  const sign = status === 'passed' ? '✓' : status === 'failed' ? '✗' : '●'
  return `<span class="mark ${safe(status)}" role="img" aria-label="${safe(status)}" title="${safe(status)}">${sign}</span>`
}

function head({ session }: ReportData): string {
  const targets = session.targets.map(
    (target, at) =>
      `${targetRole(session, at).toLowerCase()} <code>${safe(targetName(target))}</code>`,
  )
  const size = `${session.case_count} cases × ${targets.length} × ${session.repeats}`
  return `<header><h1>${safe(session.name)}</h1><p class="dim">${targets.reverse().join(' against ')} · ${size} · ${minuteText(session.closed_at ?? session.ended_at ?? session.created_at)}</p></header>`
}

function lookedEarly(data: ReportData): string {
  const looks = looksText(data)
  if (!looks) return ''
  return `<section class="warn"><h2>Looked early</h2><p>Which answer is whose was seen before the session was closed: ${safe(looks)}. What was judged since is not blind.</p></section>`
}

function decision({ results }: ReportData): string {
  const target = results.targets.at(-1)
  const passed = `<p><b>${shareText(target?.passed ?? 0, target?.cases ?? 0)}</b> cases pass.</p>`
  if (!results.decision)
    return `<section><h2>Decision</h2>${passed}<p class="dim">Not decided.</p></section>`
  const { decision: what, sentence, by, at } = results.decision
  const word = what === 'approve' ? '<b class="ok">Approved</b>' : '<b class="bad">Rejected</b>'
  return `<section><h2>Decision</h2>${passed}<p>${word}${by ? ` by ${safe(by)}` : ''}, ${minuteText(at)}</p><p class="said">${safe(sentence)}</p></section>`
}

/** The same of one side, and what people said of it. */
export function sideMarkup(statuses: readonly string[], marked: Marked): string {
  return checksAndPeople(repeatsMarkup(statuses), marked)
}

function regressions({ results }: ReportData): string {
  const rows = results.regressions.map(
    ({ case_key, before, before_marked, after, after_marked, why }) =>
      `<tr><td><a href="#case-${safe(case_key)}">${safe(case_key)}</a></td><td>${sideMarkup(before, before_marked)} → ${sideMarkup(after, after_marked)}</td><td>${safe(why)}</td></tr>`,
  )
  const table = tableMarkup(['Case', 'Repeats', 'Why'], rows)
  return `<section><h2>Regressions</h2>${words(results, 'regressions')}${rows.length > 0 ? table : ''}</section>`
}

function passRate({ session, results }: ReportData): string {
  const rows = results.targets.map(({ passed, cases, interval }, at) => {
    const share = cases === 0 ? null : passed / cases
    return `<tr><td>${targetRole(session, at)}</td><td>${share === null || !interval ? '' : rangeMarkup(share, interval)}</td><td class="n">${shareText(passed, cases)}</td></tr>`
  })
  return `<section><h2>Pass rate</h2>${tableMarkup(['Target', '0 to 100 %', 'Cases passed'], rows)}${words(results, 'pass_rate')}</section>`
}

/** A share with its interval on a line from 0 to 100 %. */
function rangeMarkup(share: number, { low, high }: { low: number; high: number }): string {
  const place = (value: number) => (value * 200).toFixed(1)
  return `<svg class="range" viewBox="0 0 200 16" width="200" height="16" aria-hidden="true"><path class="axis" d="M0 8h200"/><rect class="span" x="${place(low)}" y="5" width="${place(high - low)}" height="6" rx="3"/><rect class="at" x="${place(Math.min(share, 0.985))}" y="2" width="3" height="12"/></svg>`
}

function preference({ session, results }: ReportData): string {
  if (session.targets.length < 2) return ''
  const found = results.preference
  const counts: [string, number][] = found
    ? [
        ['Candidate', found.second],
        ['Tie', found.tie],
        ['Both bad', found.bad],
        ['First target', found.first],
      ]
    : []
  const rows = counts.map(
    ([name, count]) =>
      `<tr><td>${name}</td><td><svg class="bar" viewBox="0 0 200 12" width="200" height="12" aria-hidden="true"><rect class="at" x="0" y="0" width="${((count / (found?.n ?? 1)) * 200).toFixed(1)}" height="12" rx="2"/></svg></td><td class="n">${count}</td></tr>`,
  )
  const table = found ? tableMarkup(['Better', 'Share', 'Pairs'], rows) : ''
  return `<section><h2>Which answer people preferred</h2>${table}${words(results, 'preference')}${words(results, 'left')}</section>`
}

function cost({ session, results }: ReportData): string {
  const rows = results.targets.map((target, at) => {
    const numbers = [
      secondsText(target.first_token_p50_ms),
      secondsText(target.p50_ms),
      secondsText(target.p95_ms),
      countText(target.tokens_an_attempt),
      target.tokens_an_attempt == null ? '–' : countText(target.tokens),
    ]
    return `<tr><td>${targetRole(session, at)}</td>${numbers.map((number) => `<td class="n">${number}</td>`).join('')}</tr>`
  })
  const names = ['First token p50', 'Seconds p50', 'p95', 'Tokens an attempt', 'Tokens in all']
  return `<section><h2>Time and tokens</h2>${tableMarkup(['Target', ...names], rows)}${words(results, 'cost')}</section>`
}

function flaky({ session, results }: ReportData): string {
  if (session.repeats < 2) return ''
  const rows = results.flaky.map(
    ({ case_key, target, repeats }) =>
      `<tr><td><a href="#case-${safe(case_key)}">${safe(case_key)}</a></td><td>${targetRole(session, target)}</td><td>${repeatsMarkup(repeats)}</td></tr>`,
  )
  const chances = results.targets.flatMap(({ pass_at_k, pass_hat_k }, at) =>
    Object.keys(pass_at_k).map(
      (k) =>
        `<tr><td>${targetRole(session, at)}</td><td class="n">${k}</td><td class="n">${percent(pass_at_k[k])}</td><td class="n">${percent(pass_hat_k[k])}</td></tr>`,
    ),
  )
  const alike = results.targets.map(
    ({ all_passed, cases }, at) => `${targetRole(session, at)}: ${all_passed} of ${cases}`,
  )
  return `<section><h2>Flaky</h2><p>All ${session.repeats} repeats pass: ${alike.join(', ')}.</p>${rows.length > 0 ? tableMarkup(['Case', 'Target', 'Repeats'], rows) : ''}${words(results, 'flaky')}${chances.length > 0 ? tableMarkup(['Target', 'k', 'One of k passes', 'All of k pass'], chances) : ''}</section>`
}

function agreement({ results }: ReportData): string {
  const found = results.agreement
  const sign = found?.measure === 'alpha' ? 'α' : 'κ'
  const value = found?.value == null ? '' : ` <b class="n">${sign} ${found.value.toFixed(2)}</b>`
  return `<section><h2>Agreement of reviewers${value}</h2>${words(results, 'agreement')}</section>`
}

function facts(data: ReportData): string {
  const pairs = sessionFacts(data).map(
    ([name, fact]) => `<dt>${safe(name)}</dt><dd>${safe(fact)}</dd>`,
  )
  return `<section><h2>The session</h2><dl>${pairs.join('')}</dl></section>`
}

function words({ words: all }: ReportData['results'], block: string): string {
  const text = all[block]
  return text ? `<p class="words">${safe(text)}</p>` : ''
}

const percent = (share = 0) => `${Math.round(share * 100)} %`

/** A table that scrolls in itself where the page is narrow. */
function tableMarkup(head: readonly string[], rows: readonly string[]): string {
  return `<div class="wide" tabindex="0" role="region" aria-label="${head.join(', ')}"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
