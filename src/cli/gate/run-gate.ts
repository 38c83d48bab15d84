import { call, type Transport } from '../../client/api.ts'
import { prepareRequest } from '../../client/request.ts'
import {
  getReport,
  getResults,
  type ReportFormat,
  type Results,
} from '../../contract/qa/results.ts'
import { createSession, getQaSession, type Session } from '../../contract/qa/sessions.ts'
import { answerPath } from '../../server/qa/precedents/answer-path.ts'
import { failedCases } from './failed-cases.ts'
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
  /** The connection of the targets, by its id or name; the server's own stack where none is named. */
  connection?: string | undefined
  /** `deployment` or `deployment@revision`. */
  target: string
  against?: string | undefined
  /** An assistant's id or a graph's name; the only one when absent. */
  assistant?: string | undefined
  repeats: number
  passesNeeded?: number | undefined
  /** The share of cases that must pass, 0 to 1. */
  minPass: number
  /** What becomes of cases that no check decides and no earlier verdict. */
  unjudged: 'fail' | 'warn'
  acceptsSideEffects: boolean
  /** Files to write by format. */
  reports: Partial<Record<ReportFormat, (body: string) => Promise<void>>>
  /** Says a line to whoever watches. */
  say: (line: string) => void
  pauseMs?: number
}

/**
 * Tries a suite and says whether enough of it passes. Rejects with a GateError, an ApiError, or a
 * SuiteFileError for a file that cannot be read whole.
 */
export async function runGate(order: GateOrder): Promise<boolean> {
  const { server, token, say } = order
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const gateway: Transport = { baseUrl: server, headers }
  const suite = await keepSuite(gateway, order.file, say)
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
  for (const line of await failedCases(gateway, session)) say(line)
  return decide(results, order)
}

/**
 * Machine checks decide. A case that they leave open passes where its answer equals one that people judged as passed; else
 * it needs judging, and counts neither as passed nor as failed. Says why, line by line.
 */
export function decide(
  results: Pick<Results, 'targets' | 'regressions' | 'unchecked'>,
  { minPass, unjudged, server, say }: Pick<GateOrder, 'minPass' | 'unjudged' | 'server' | 'say'>,
): boolean {
  const last = results.targets.length - 1
  const tried = results.targets[last]
  if (!tried || tried.cases === 0) throw new GateError('No case was tried.')
  const ofLast = results.unchecked.filter(({ target }) => target === last)
  const open = ofLast.filter(({ standing }) => standing === 'open')
  const [cases, passed] = [tried.cases - open.length, tried.passed - open.length]
  // Where people have to judge all of it, nothing is below the gate.
  const share = cases === 0 ? 1 : passed / cases
  if (cases > 0) {
    say(`${passed} of ${cases} cases passed (${percent(share)}, ${percent(minPass)} needed).`)
  }
  for (const { case_key, why } of results.regressions) say(`Regression: ${case_key}: ${why}`)
  for (const { case_key, words, equals } of ofLast) {
    say(`${case_key}: ${words}${equals ? ` ${server}${answerPath(equals)}` : ''}`)
  }
  if (open.length > 0) {
    const keys = open.map(({ case_key }) => case_key).join(', ')
    say(`No check decides about ${open.length}: ${keys}. They need judging.`)
  }
  return share >= minPass && (unjudged === 'warn' || open.length === 0)
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
