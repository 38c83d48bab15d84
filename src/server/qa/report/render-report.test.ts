import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hostileText, reportSample } from '../../../../test/server/qa/report-sample.ts'
import { reportFormats } from '../../../contract/qa/results.ts'
import { ReportLine } from './json-lines-report.ts'
import { renderReport } from './render-report.ts'

const cells = {
  breaks: ['ppp', 'ffp'],
  stays: ['ppp', 'ppp'],
  gone: ['ppp', 'ecc'],
  waits: ['ppp', 'pww'],
}
const bodyOf = (format: (typeof reportFormats)[number], text?: string) =>
  renderReport(format, reportSample(cells, text)).body

it('names its file by the session and the day, with nothing that a header could not hold', () => {
  const names = reportFormats.map((format) => renderReport(format, reportSample(cells)).name)
  expect(names).toEqual(
    ['html', 'jsonl', 'csv', 'md', 'xml'].map(
      (ending) => `support-regression-2026-11-20.${ending}`,
    ),
  )
  const hostile = reportSample(cells, '"\r\n../é')
  expect(renderReport('csv', hostile).name).toBe('session-2026-11-20.csv')
})

it('writes a line of JSON for each case that the published schema describes, whatever was said', () => {
  for (const body of [bodyOf('jsonl'), bodyOf('jsonl', hostileText)]) {
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line) => ReportLine.parse(JSON.parse(line)))
    expect(lines.map((line) => line.case.key)).toEqual(Object.keys(cells))
    expect(lines.map(({ outcomes }) => outcomes.join())).toEqual([
      'passed,failed',
      'passed,passed',
      'passed,failed',
      'passed,open',
    ])
    expect(lines[0]?.attempts).toHaveLength(6)
    expect(lines[0]?.verdicts).toMatchObject([
      {
        better: '1',
        at: '2026-11-20T14:10:00.000Z',
        earlier: [{ better: 'tie', at: '2026-11-20T14:05:00.000Z', seconds: 0 }],
      },
    ])
  }
})

it('publishes the schema that the lines are written by', () => {
  const path = new URL('../../../../public/schemas/qa-report.schema.json', import.meta.url)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    ...z.toJSONSchema(ReportLine, { io: 'output' }),
    title: 'A line of a QA report of Quarterdeck',
  })
})

it('writes a line of CSV for each case and target', () => {
  const rows = parse(bodyOf('csv'), { columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(8)
  expect(rows[1]).toMatchObject({
    case_key: 'breaks',
    first_message: 'What about breaks?',
    target: 'Candidate',
    target_name: 'support-agent@7ad20e5 (agent)',
    outcome: 'failed',
    passed_repeats: '1',
    statuses: 'failed, failed, passed',
    failed_checks: 'answer contains “30 days”: no answer',
    answer: 'Repeat 1 on 1',
    tokens: '240',
    better: 'Ines: Candidate',
    marks: 'Ines: Correct: pass',
  })
})

it('lets no cell of CSV begin as a formula', () => {
  const rows = parse(bodyOf('csv', hostileText)) as string[][]
  const begins = rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))
  expect(begins).toEqual([])
  expect(rows.flat().filter((cell) => cell.startsWith("'=cmd()")).length).toBeGreaterThan(8)
})

it('writes Markdown in which no text is markup', () => {
  const body = bodyOf('markdown')
  expect(body).toContain(
    '| breaks | passed: checks ✓ ✓ ✓, 1 judged passed | failed: checks ✗ ✗ ✓, 1 judged passed | Candidate |',
  )
  expect(body).toContain('**Approved** by Sends the money back., 2026-11-20 15:00 UTC')
  const hostile = bodyOf('markdown', hostileText)
  expect(hostile).not.toMatch(/<img|[^\\]\]\(/)
  const rows = hostile.split('\n').filter((line) => line.startsWith('| breaks'))
  // The pipe of the text stays within its cell.
  expect(rows.map((row) => row.match(/(?<!\\)\|/g)?.length)).toEqual([5, 4, 5])
})

it('33.3.2: tells what the checks say and what people said, so that nothing reads as if it had not changed', () => {
  const data = reportSample({ judged: ['p', 'p'] }, undefined, {}, 'fail')
  const body = renderReport('markdown', data).body
  const [before, after] = ['checks ✓, 1 judged passed', 'checks ✓, 1 judged failed']
  expect(body).toContain(`| judged | ${before} | ${after} | Sends the money back. |`)
  expect(body).toContain(`| judged | passed: ${before} | failed: ${after} | Candidate |`)
  expect(body).toContain('unless more than half of who judged it marked it as failed')
  const page = renderReport('html', data).body.replace(/<[^>]*>/g, '')
  expect(page).toContain(`${before} → ${after}`)
  expect(page).toContain(`failed ${after}`)
})

it('writes JUnit of the candidate alone: failures with their checks, errors, and what has not ended as skipped', () => {
  const body = bodyOf('junit')
  expect(body).toContain(
    '<testsuites name="Support regression" tests="4" failures="1" errors="1" skipped="1"',
  )
  expect(body).toContain(
    '<testsuite name="Candidate: support-agent@7ad20e5 (agent)" tests="4" failures="1" errors="1" skipped="1"',
  )
  expect(body).not.toContain('Baseline')
  expect(body).toContain('<failure message="answer contains “30 days”: no answer">Repeat 1: failed')
  expect(body).toContain('<error message="It could not be tried.">')
  expect(body).toContain('<skipped message="It has not ended."></skipped>')
})

it('tells in every kind who looked early and when, and in those that tell each verdict which was given since', () => {
  const looks = [{ reviewer: 'Ines', at: '2026-11-20T14:07:00Z' }]
  const body = (
    format: (typeof reportFormats)[number],
    data = reportSample(cells, undefined, { looks }),
  ) => renderReport(format, data).body
  const said = 'Ines, 2026-11-20 14:07 UTC'
  expect(body('html')).toContain(`was seen before the session was closed: ${said}.`)
  expect(body('html')).toContain('after looking early')
  expect(body('markdown')).toContain(`was seen before the session was closed: ${said}.`)
  expect(body('junit').match(/<property name="looked_early" value="[^"]*"/g)).toEqual([
    `<property name="looked_early" value="${said}"`,
  ])
  const rows = parse(body('csv'), { columns: true }) as Record<string, string>[]
  expect(new Set(rows.map(({ looked_early }) => looked_early))).toEqual(new Set([said]))
  const lines = body('jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => ReportLine.parse(JSON.parse(line)))
  for (const line of lines) expect(line.looked_early).toEqual(looks)
  expect(lines[0]?.verdicts[0]).toMatchObject({
    looked_before: true,
    earlier: [{ looked_before: false }],
  })
  for (const format of ['html', 'markdown', 'junit'] as const) {
    expect(body(format, reportSample(cells))).not.toMatch(
      /was seen before|after looking|looked_early/,
    )
  }
})

it('tells what a verdict was before it was changed', () => {
  const html = bodyOf('html')
  expect(html).toContain('2026-11-20 14:10 UTC: Correct, Candidate: pass, was fail')
  expect(html).toContain('2026-11-20 14:10 UTC: Better: Candidate, was Tie')
  const [first] = parse(bodyOf('csv'), { columns: true }) as Record<string, string>[]
  expect(first?.changed_verdicts).toBe(
    [
      'Ines, 2026-11-20 14:10 UTC: Correct, Candidate: pass, was fail',
      'Ines, 2026-11-20 14:10 UTC: Better: Candidate, was Tie',
    ].join('\n'),
  )
})
