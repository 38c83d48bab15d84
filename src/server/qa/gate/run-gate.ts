import { call, type Transport } from '../../../client/api.ts'
import { prepareRequest } from '../../../client/request.ts'
import {
  getReport,
  getResults,
  type ReportFormat,
  type Results,
} from '../../../contract/qa/results.ts'
import { createSession, getQaSession, type Session } from '../../../contract/qa/sessions.ts'
import { findTarget } from './find-target.ts'
import { GateError } from './gate-error.ts'
import { keepSuite } from './keep-suite.ts'

/** What a gate is asked for. */
export interface GateOrder {
  /** The suite's file: its name and text, in any form that can be imported. */
  file: { name: string; text: string }
  /** The server's address without a slash at its end, and an API token where it asks for one. */
  server: string
  token?: string | undefined
  /** The connection of the targets; `local` is the server's own stack. */
  connection: string
  /** `deployment` or `deployment@revision`. */
  target: string
  against?: string | undefined
  /** An assistant's id or a graph's name; the only one when absent. */
  assistant?: string | undefined
  repeats: number
  passesNeeded?: number | undefined
  /** The share of cases that must pass, 0 to 1. */
  minPass: number
  /** What becomes of cases that no check decides. */
  unjudged: 'fail' | 'warn'
  acceptsSideEffects: boolean
  /** Files to write by format. */
  reports: Partial<Record<ReportFormat, (body: string) => Promise<void>>>
  /** Says a line to whoever watches. */
  say: (line: string) => void
  pauseMs?: number
}

/**
 * Tries a suite and says whether enough of it passes: machine checks decide alone. Rejects with a GateError, an ApiError, or a
 * SuiteFileError for a file that cannot be read whole.
 */
export async function runGate(order: GateOrder): Promise<boolean> {
  const { server, token, say } = order
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const gateway: Transport = { baseUrl: server, headers }
  const suite = await keepSuite(gateway, order.file)
  const named = [order.against, order.target].filter((name) => name !== undefined)
  const targets = await Promise.all(named.map((name) => findTarget(gateway, { ...order, name })))
  const { session_id } = await call(gateway, createSession, {
    body: {
      suite_id: suite.suite_id,
      suite_version: suite.version,
      targets,
      repeats: order.repeats,
      ...(order.passesNeeded !== undefined && { passes_needed: order.passesNeeded }),
      accepts_side_effects: order.acceptsSideEffects,
    },
  })
  say(`Session ${server}/qa/sessions/${session_id}`)
  const session = await ended(gateway, session_id, order)
  for (const [format, write] of Object.entries(order.reports)) {
    await write(await readReport(gateway, session_id, format as ReportFormat))
  }
  if (session.status !== 'done') {
    throw new GateError(
      `The session did not come to its end: it is ${session.status}. ${session.status_reason ?? ''}`.trim(),
    )
  }
  const results = await call(gateway, getResults, { params: { session_id } })
  const unjudged = suite.cases.filter(({ checks, turns }) => {
    const isChecked = turns.some((turn) => turn.do === 'expect_interrupt' || turn.do === 'cancel')
    return checks.length === 0 && !isChecked
  })
  return verdict(
    results,
    unjudged.map(({ key }) => key),
    order,
  )
}

function verdict(results: Results, unjudged: string[], { minPass, unjudged: how, say }: GateOrder) {
  const tried = results.targets.at(-1)
  if (!tried || tried.cases === 0) throw new GateError('No case was tried.')
  const share = tried.passed / tried.cases
  say(
    `${tried.passed} of ${tried.cases} cases passed (${percent(share)}, ${percent(minPass)} needed).`,
  )
  for (const { case_key, why } of results.regressions) say(`Regression: ${case_key}: ${why}`)
  if (unjudged.length > 0) {
    say(`No check decides about ${unjudged.length}: ${unjudged.join(', ')}. They need judging.`)
  }
  return share >= minPass && (how === 'warn' || unjudged.length === 0)
}

async function ended(
  gateway: Transport,
  session_id: string,
  { say, pauseMs = 1_000 }: GateOrder,
): Promise<Session> {
  let told = -1
  for (;;) {
    const session = await call(gateway, getQaSession, { params: { session_id } })
    if (session.ended_attempts !== told) {
      told = session.ended_attempts
      say(`${told} of ${session.attempts} attempts`)
    }
    if (session.status !== 'running') return session
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function readReport(gateway: Transport, session_id: string, format: ReportFormat) {
  const request = prepareRequest(gateway, getReport, { params: { session_id }, query: { format } })
  const response = await fetch(request.url, request.init)
  if (!response.ok) throw await request.refusal(response)
  return response.text()
}

const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`
