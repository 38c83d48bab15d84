import { percentInterval } from '../results/number-words.ts'
import { cleanText } from './markup-text.ts'
import {
  betterWords,
  checksAndPeople,
  countText,
  equalAnswerUrl,
  looksText,
  minuteText,
  type ReportCase,
  type ReportData,
  reportCases,
  secondsText,
  sessionFacts,
  shareText,
  targetName,
  targetRole,
} from './report-data.ts'

const marks: Record<string, string> = { passed: '✓', failed: '✗' }

/** A report to read as text, and to put under a change: what was found, then every case in a line. */
export function markdownReport(data: ReportData): string {
  const { session, results } = data
  const { decision, regressions, flaky, words } = results
  const looks = looksText(data)
  return [
    `# ${plain(session.name)}`,
    session.targets
      .map((target, at) => `- ${targetRole(session, at)}: ${plain(targetName(target))}`)
      .join('\n'),
    looks &&
      `**Looked early**: which answer is whose was seen before the session was closed: ${plain(looks)}. What was judged since is not blind.`,
    decision &&
      `**${decision.decision === 'approve' ? 'Approved' : 'Rejected'}** by ${plain(decision.by ?? 'somebody')}, ${minuteText(decision.at)}: ${plain(decision.sentence)}`,
    '## Regressions',
    plain(words.regressions ?? ''),
    regressions.length > 0 &&
      table(
        ['Case', 'Before', 'After', 'Why'],
        regressions.map(({ case_key, before, before_marked, after, after_marked, why }) => [
          case_key,
          checksAndPeople(statuses(before), before_marked),
          checksAndPeople(statuses(after), after_marked),
          why,
        ]),
      ),
    '## Pass rate',
    plain(words.pass_rate ?? ''),
    targetTable(data),
    plain(words.cost ?? ''),
    words.preference && `## Preference\n\n${plain(words.preference)} ${plain(words.left ?? '')}`,
    `## Agreement of reviewers\n\n${plain(words.agreement ?? '')}`,
    session.repeats > 1 && `## Flaky\n\n${plain(words.flaky ?? '')}`,
    flaky.length > 0 &&
      table(
        ['Case', 'Target', 'Repeats'],
        flaky.map(({ case_key, target, repeats }) => [
          case_key,
          targetRole(session, target),
          statuses(repeats),
        ]),
      ),
    '## Cases',
    caseTable(data),
    results.unchecked.length > 0 && '## Decided by people',
    results.unchecked.length > 0 && uncheckedTable(data),
    '## The session',
    sessionFacts(data)
      .map(([name, fact]) => `- ${name}: ${plain(fact)}`)
      .join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

function targetTable({ session, results }: ReportData): string {
  return table(
    ['Target', 'Passed', '95 % interval', 'First token p50', 'p50', 'p95', 'Tokens'],
    results.targets.map((target, at) => [
      targetRole(session, at),
      shareText(target.passed, target.cases),
      target.interval ? percentInterval(target.interval) : '–',
      secondsText(target.first_token_p50_ms),
      secondsText(target.p50_ms),
      secondsText(target.p95_ms),
      target.tokens_an_attempt == null ? '–' : countText(target.tokens),
    ]),
  )
}

function caseTable(data: ReportData): string {
  const { session } = data
  const better = session.targets.length > 1
  const roles = session.targets.map((_, at) => targetRole(session, at))
  const line = ({ case: one, cells, verdicts }: ReportCase) => [
    one.key,
    ...cells.map(
      ({ outcome, attempts, marked }) =>
        `${outcome}: ${checksAndPeople(statuses(attempts.map(({ status }) => status)), marked)}`,
    ),
    ...(better
      ? [verdicts.flatMap((verdict) => betterWords(session, verdict) || []).join(', ')]
      : []),
  ]
  const head = ['Case', ...roles, ...(better ? ['Better'] : [])]
  return table(head, reportCases(data).map(line))
}

function uncheckedTable(data: ReportData): string {
  const { session, results } = data
  return table(
    ['Case', 'Target', 'How it stands', 'Equal answer'],
    results.unchecked.map((one) => [
      one.case_key,
      targetRole(session, one.target),
      one.words,
      equalAnswerUrl(data, one) ?? '–',
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function statuses(repeats: readonly string[]): string {
  return repeats.map((status) => marks[status] ?? status).join(' ')
}

/** A text as it is, in one line: no link, picture, tag or cell begins in it. */
function plain(text: string): string {
  return cleanText(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
