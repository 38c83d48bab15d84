import { attemptEnded } from '../../../contract/qa/attempts.ts'
import { whyCaseFailed, whyFailed } from '../results/why-failed.ts'
import { markupText } from './markup-text.ts'
import {
  equalAnswerUrl,
  looksText,
  type ReportCase,
  type ReportData,
  reportCases,
  targetName,
  targetRole,
} from './report-data.ts'

interface TestCase {
  kind: 'passed' | 'failure' | 'error' | 'skipped'
  seconds: number
  xml: string
}

/**
 * JUnit's XML: a test for each case on the candidate, the last target, so that a pipeline does not count what the first one
 * failed. A case whose attempts could not be tried or were cancelled is
 * an error; one that has not ended, or that people have to judge, is skipped.
 */
export function junitReport(data: ReportData): string {
  const { session } = data
  const rows = reportCases(data)
  const looked = markupText(looksText(data))
  const looks = looked
    ? `<properties><property name="looked_early" value="${looked}"/></properties>\n`
    : ''
  const suites = session.targets.slice(-1).map((target) => {
    const at = session.targets.length - 1
    const name = `${targetRole(session, at)}: ${targetName(target)}`
    const tests = rows.map((row) => testCase(data, row, at))
    const began = `timestamp="${markupText(session.created_at.slice(0, 19))}"`
    const xml = tests.map((test) => test.xml).join('')
    return { tests, xml: `<testsuite ${sums(name, tests)} ${began}>\n${looks}${xml}</testsuite>\n` }
  })
  const all = suites.flatMap(({ tests }) => tests)
  const xml = suites.map((suite) => suite.xml).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${sums(session.name, all)}>\n${xml}</testsuites>\n`
}

function sums(name: string, tests: readonly TestCase[]): string {
  const count = (kind: TestCase['kind']) => tests.filter((test) => test.kind === kind).length
  const seconds = tests.reduce((sum, test) => sum + test.seconds, 0)
  return [
    `name="${markupText(name)}"`,
    `tests="${tests.length}"`,
    `failures="${count('failure')}"`,
    `errors="${count('error')}"`,
    `skipped="${count('skipped')}"`,
    `time="${seconds.toFixed(3)}"`,
  ].join(' ')
}

function testCase(data: ReportData, row: ReportCase, target: number): TestCase {
  const { session } = data
  const attempts = row.cells[target]?.attempts ?? []
  const seconds = attempts.reduce((sum, { ms }) => sum + (ms ?? 0), 0) / 1_000
  const kind = kindOf(row, target)
  const group = `${session.suite_name} v${session.suite_version}`
  const names = `classname="${markupText(group)}" name="${markupText(row.case.key)}"`
  const open = `<testcase ${names} time="${seconds.toFixed(3)}"`
  const inner = (element: string, message: string, text = '') =>
    `${open}><${element} message="${markupText(message)}">${markupText(text)}</${element}></testcase>\n`
  const people = row.unchecked[target]
  const url = people && equalAnswerUrl(data, people)
  switch (kind) {
    case 'passed': {
      if (!people) return { kind, seconds, xml: `${open}/>\n` }
      const said = markupText([people.words, url].filter(Boolean).join(' '))
      return { kind, seconds, xml: `${open}><system-out>${said}</system-out></testcase>\n` }
    }
    case 'skipped':
      return {
        kind,
        seconds,
        xml: people ? inner(kind, people.words, url ?? '') : inner(kind, 'It has not ended.'),
      }
    default: {
      const why = whyCaseFailed(row, target, session, whyFailed)
      return { kind, seconds, xml: inner(kind, why, repeatLines(row, target)) }
    }
  }
}

function kindOf({ cells, unchecked }: ReportCase, target: number): TestCase['kind'] {
  const { outcome, attempts } = cells[target] ?? { outcome: 'open', attempts: [] }
  if (outcome === 'open') return 'skipped'
  if (outcome === 'passed') return unchecked[target]?.standing === 'open' ? 'skipped' : 'passed'
  const unpassed = attempts.filter(({ status }) => status !== 'passed')
  const wasTried = unpassed.length === 0 || unpassed.some(({ status }) => status === 'failed')
  return wasTried ? 'failure' : 'error'
}

/** Each repeat with the checks that failed, a line each. */
function repeatLines({ cells, verdicts }: ReportCase, target: number): string {
  const attempts = cells[target]?.attempts.filter(attemptEnded) ?? []
  const lines = attempts.flatMap(({ repeat, status, error, results }) => [
    `Repeat ${repeat}: ${status}${error ? `. ${error}` : ''}`,
    ...results
      .filter(({ passed }) => !passed)
      .map(({ words, found }) => `  ${words}${found ? `: ${found}` : ''}`),
  ])
  const notes = verdicts.flatMap(({ reviewer, note }) => (note ? [`${reviewer}: ${note}`] : []))
  return [...lines, ...notes].join('\n')
}
