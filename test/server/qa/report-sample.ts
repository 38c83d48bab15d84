import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { ReportData } from '../../../src/server/qa/report/report-data.ts'
import { computeResults } from '../../../src/server/qa/results/compute-results.ts'
import { whyFailed } from '../../../src/server/qa/results/why-failed.ts'
import { sampleSession, sampleVerdict } from './sample-session.ts'

/** What would break out of a page, a spreadsheet, a table, XML. */
export const hostileText =
  '=cmd() </script><img src=x onerror=alert(1)> ]]> "\' | [a](javascript:b) \u0000\u0007\u001b[31m \ud800 end'

/** Whether a text has a control character other than those that end lines and set tabs. */
export function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ' && !'\t\n\r'.includes(character))
}

/** For tests: what a report is made of; with `text` in every place that somebody else writes, as long as it may be there. */
export function reportSample(
  cells: Record<string, string[]>,
  text?: string,
  more: Parameters<typeof sampleSession>[1] = {},
  candidate: 'pass' | 'fail' = 'pass',
): ReportData {
  const facts = sampleSession(cells, more)
  const { session, attempts, cases } = facts
  const said = text ?? 'Sends the money back.'
  const earlier = [
    sampleVerdict(0, text?.slice(0, 200) ?? 'Ines', {
      better: 'tie',
      marks: [{ correct: 'pass' }, { correct: 'fail' }],
      at: new Date('2026-11-20T14:05:00Z'),
    }),
  ]
  const verdicts = [
    sampleVerdict(0, text?.slice(0, 200) ?? 'Ines', {
      better: '1',
      marks: [{ correct: 'pass' }, { correct: candidate }],
      note: said,
      tags: [said.slice(0, 50)],
      correction: said,
      seconds: 31,
    }),
  ]
  const written =
    text === undefined
      ? attempts
      : attempts.map((one) => ({
          ...one,
          error: one.status === 'failed' ? text : null,
          results: [{ words: text, passed: one.status === 'passed', found: text }],
          transcript: [
            { step: 'user' as const, text },
            {
              step: 'tool' as const,
              call: { id: text, name: text, args: { [text]: text }, result: text },
            },
            { step: 'interrupt' as const, value: text, answered: text },
            { step: 'event' as const, text, passed: false },
            { step: 'answer' as const, text },
          ],
        }))
  const named = {
    ...session,
    name: text?.slice(0, 200) ?? session.name,
    suite_name: said.slice(0, 200),
    decision: {
      decision: 'approve' as const,
      sentence: said.slice(0, 5_000),
      by: said.slice(0, 200),
      at: '2026-11-20T15:00:00Z',
    },
  }
  const shown =
    text === undefined
      ? cases
      : cases.map((one) => ({
          ...one,
          tags: [text.slice(0, 50)],
          expected: text,
          turns: [{ do: 'send' as const, text }],
        }))
  return {
    session: presented(named),
    results: computeResults({
      session: named,
      cases: shown,
      attempts: written,
      verdicts,
      whyOf: whyFailed,
    }),
    cases: shown,
    attempts: written,
    verdicts,
    history: [...earlier, ...verdicts],
    looks: session.looks,
    publicUrl: 'https://quarterdeck.example.com',
  }
}

function presented(row: ReturnType<typeof sampleSession>['session']): Session {
  const { created_at, ended_at, closed_at, case_indexes, ...rest } = row
  return {
    ...rest,
    case_count: case_indexes.length,
    is_hidden: false,
    tallies: [],
    attempts: 0,
    ended_attempts: 0,
    tokens: 0,
    to_judge: 0,
    judged: 0,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
  }
}
