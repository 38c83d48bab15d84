import { writeJson } from '../../../contract/exact-json.ts'
import { type Attempt, attemptEnded, type TranscriptStep } from '../../../contract/qa/attempts.ts'
import type { Unchecked } from '../../../contract/qa/results.ts'
import type { KeptVerdict } from '../../../contract/qa/verdict-history.ts'
import { isFlaky } from '../results/target-result.ts'
import { isJudged } from '../reviews/is-judged.ts'
import { HtmlRoom } from './html-room.ts'
import { sideMarkup } from './html-summary.ts'
import { markupText as safe } from './markup-text.ts'
import {
  betterWords,
  changeLines,
  countText,
  equalAnswerUrl,
  markWords,
  type ReportCase,
  type ReportData,
  reportCases,
  secondsText,
  shownAttempt,
  targetRole,
} from './report-data.ts'

/** What the texts of all cases may take, and those of one, in bytes. */
const roomForAll = 3_200_000
const roomForOne = 100_000

const filters = [
  ['all', 'All'],
  ['regression', 'Regressions'],
  ['failed', 'Fails'],
  ['flaky', 'Flaky'],
  ['unjudged', 'Not judged'],
] as const

/** Every case with what was said on each target, below buttons and a field that choose among them. */
export function casesMarkup(data: ReportData): string {
  const rows = reportCases(data)
  const room = Math.min(roomForOne, Math.floor(roomForAll / Math.max(1, rows.length)))
  const broken = new Set(data.results.regressions.map(({ case_key }) => case_key))
  const kinds = rows.map((row) => kindsOf(row, data.session, broken))
  const buttons = filters.map(([kind, label]) => {
    const count = kinds.filter((those) => those.includes(kind)).length
    return `<button type="button" data-kind="${kind}" aria-pressed="${kind === 'all'}">${label} <b>${count}</b></button>`
  })
  const articles = rows.map((row, at) => caseMarkup(data, row, kinds[at] ?? [], new HtmlRoom(room)))
  return `<section class="cases"><h2>Cases</h2><div class="filters" role="group" aria-label="Which cases are shown">${buttons.join('')}<label>Find <input type="search" id="find"></label><span id="count" role="status"></span></div>
${articles.join('\n')}
<p id="none" class="dim" hidden>No case is like that.</p></section>`
}

function kindsOf(
  { case: one, cells, verdicts }: ReportCase,
  session: ReportData['session'],
  broken: ReadonlySet<string>,
): string[] {
  return [
    'all',
    ...(broken.has(one.key) ? ['regression'] : []),
    ...(cells.at(-1)?.outcome === 'failed' ? ['failed'] : []),
    ...(cells.some(isFlaky) ? ['flaky'] : []),
    ...(!verdicts.some((verdict) => isJudged(verdict, session)) ? ['unjudged'] : []),
  ]
}

function caseMarkup(
  data: ReportData,
  { case: one, cells, unchecked, said: history }: ReportCase,
  kinds: readonly string[],
  room: HtmlRoom,
): string {
  const { session } = data
  const outcomes = cells.map(
    ({ outcome, attempts, marked }, at) =>
      `<span class="outcome">${targetRole(session, at)} <b class="${outcome}">${outcome}</b> ${sideMarkup(
        attempts.map(({ status }) => status),
        marked,
      )}</span>`,
  )
  const tags = room.each(one.tags, (tag) => `<span class="tag">${room.text(tag)}</span>`)
  const expected = one.expected
    ? `<p class="expected"><b>Expected</b> ${room.text(one.expected)}</p>`
    : ''
  // What people said comes first: it is short, and must not fall to the length of what a target said.
  const said = room.each(history, (oldestFirst) => verdictMarkup(session, oldestFirst, room))
  const people = unchecked.flatMap((found) => (found ? [uncheckedMarkup(data, found, room)] : []))
  const sides = cells.map((cell, at) => {
    const attempt = shownAttempt(cell)
    const of = cell.attempts.length > 1 && attempt ? `, repeat ${attempt.repeat}` : ''
    return `<div class="side"><h3>${targetRole(session, at)}${of}</h3>${attempt ? attemptMarkup(attempt, room) : ''}</div>`
  })
  return `<details class="case" id="case-${safe(one.key)}" data-kinds="${kinds.join(' ')}"><summary><b>${safe(one.key)}</b>${outcomes.join('')}</summary><p>${tags}</p>${expected}${people.join('')}${said}<div class="sides">${sides.join('')}</div></details>`
}

function uncheckedMarkup(data: ReportData, found: Unchecked, room: HtmlRoom): string {
  const url = equalAnswerUrl(data, found)
  const link = url ? ` <a href="${safe(url)}" rel="noreferrer">Open that answer</a>` : ''
  return `<p class="expected"><b>${targetRole(data.session, found.target)}</b> ${room.text(found.words)}${link}</p>`
}

function verdictMarkup(
  session: ReportData['session'],
  oldestFirst: readonly KeptVerdict[],
  room: HtmlRoom,
): string {
  const newest = oldestFirst.at(-1)
  if (!newest) return ''
  const { reviewer, note, correction, tags, looked_before } = newest
  const better = betterWords(session, newest)
  const marks = session.targets.map((_, at) => markWords(session, newest, at))
  const perSide = marks.map((words) => words.join(', ') || '–').join(' / ')
  const facts = [
    better && `better: ${better}`,
    marks.flat().length > 0 && perSide,
    tags.join(', '),
    looked_before && 'after looking early',
  ]
  const paragraph = (text: string) => `<p class="said">${room.text(text)}</p>`
  const changes = changeLines(session, oldestFirst).map((line) => `<li>${room.text(line)}</li>`)
  return [
    `<div class="verdict"><b>${room.text(reviewer)}</b> ${room.text(facts.filter(Boolean).join(' · '))}`,
    note && paragraph(note),
    correction && `<p><b>As it should have been</b></p>${paragraph(correction)}`,
    changes.length > 0 && `<p class="dim">Changed</p><ul class="said dim">${changes.join('')}</ul>`,
    '</div>',
  ]
    .filter(Boolean)
    .join('')
}

function attemptMarkup(attempt: Attempt, room: HtmlRoom): string {
  const { status, ms, tokens, error, results, transcript } = attempt
  if (!attemptEnded(attempt)) return '<p class="dim">It has not ended.</p>'
  const checks = room.each(
    results,
    ({ words, passed, found }) =>
      `<li class="${passed ? 'ok' : 'bad'}">${passed ? '✓' : '✗'} ${room.text(words)}${found && !passed ? `: ${room.text(found)}` : ''}</li>`,
  )
  const cost = `${secondsText(ms)}, ${countText(tokens)} tokens`
  return `<p class="dim">${status} · ${cost}</p>${error ? `<p class="bad">${room.text(error)}</p>` : ''}${checks ? `<ul class="checks">${checks}</ul>` : ''}${room.each(transcript, (step) => stepMarkup(step, room))}`
}

function stepMarkup(step: TranscriptStep, room: HtmlRoom): string {
  const block = (kind: string, name: string, text: string) =>
    `<div class="step ${kind}"><span class="who">${name}</span><div class="said">${room.text(text)}</div></div>`
  switch (step.step) {
    case 'user':
      return block('user', 'User', step.text)
    case 'answer':
      return block('answer', 'Answer', step.text)
    case 'tool': {
      const { name, args, result } = step.call
      const text = `${name}(${writeJson(args) ?? ''})${result == null ? '' : `\n→ ${result}`}`
      return block('tool', 'Tool', text)
    }
    case 'interrupt': {
      const asked = writeJson(step.value) ?? ''
      return block('tool', 'Interrupt', `${asked}\n→ ${step.answered ?? 'waits'}`)
    }
    case 'component':
      return block('tool', 'Component', `${step.name}(${writeJson(step.props)})`)
    case 'event':
      return block(step.passed === false ? 'event bad' : 'event', 'Event', step.text)
  }
}
