import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { SseEvent } from '../../server/agent-server/sse.ts'
import type { AskedRun, ClientMemory } from '../clients/client-memory.ts'
import { eventText } from '../clients/event-text.ts'
import type { Observed } from '../observe.ts'

interface Told {
  run: string
  step: number
  tell: number
  token: string
  executor: string
}

/**
 * The stored log of each run: numbered without a gap, nothing in it twice, everything that a step told whose
 * checkpoint is kept, nothing of an earlier attempt after the next one has begun, and everything that any client was told,
 * as it was told.
 */
export function checkEvents(memory: ClientMemory, seen: Observed): string[] {
  return seen.runs.flatMap((run) => {
    const asked = memory.runs.find(({ name }) => name === run.metadata?.name)
    const events = seen.events.get(run.run_id)
    return asked && events ? checkRun(asked, run, events, seen) : []
  })
}

function checkRun(asked: AskedRun, run: Run, events: SseEvent[], seen: Observed): string[] {
  const at = (text: string) => `${asked.name}: ${text}`
  const gap = events.findIndex(({ id }, index) => Number(id) !== index)
  if (gap >= 0) return [at(`the event ${gap} of its log has the number ${events[gap]?.id}.`)]
  const told = events.filter(({ event }) => event === 'custom').map(({ data }) => data as Told)
  const kept = new Set(
    seen.states
      .filter(({ runId }) => runId === run.run_id)
      .flatMap(({ log }) => log.filter((done) => done.run === asked.name))
      .map(({ token }) => token),
  )
  const updates = events
    .filter(({ event }) => event === 'updates')
    .map(({ data }) => JSON.stringify(data))
  return [
    ...[...asked.heard].flatMap(([id, text]) => {
      const event = events[id]
      const stored = event ? eventText(event) : 'nothing'
      if (stored === text) return []
      return [at(`a client was told the event ${id}, ${text}; its log has ${stored}.`)]
    }),
    ...[...kept].flatMap((token) => {
      const tells = told.filter((one) => one.token === token).map(({ tell }) => tell)
      const isWhole =
        tells.length === asked.plan.tells && tells.every((tell, index) => tell === index)
      const told_updates = updates.filter((text) => text.includes(token)).length
      const isUpdated = told_updates === (asked.hasUpdates ? 1 : 0)
      return [
        ...(isWhole
          ? []
          : [
              at(
                `a kept step told ${asked.plan.tells} events; its log has ${JSON.stringify(tells)} (${token}).`,
              ),
            ]),
        ...(isUpdated
          ? []
          : [at(`the update of a kept step is in its log ${told_updates} times (${token}).`)]),
      ]
    }),
    ...checkTwice(told).map(at),
    ...checkAttempts(events).map(at),
    ...checkLast(run, events).map(at),
  ]
}

function checkTwice(told: readonly Told[]): string[] {
  const all = told.map(({ token, tell }) => `${token} ${tell}`)
  return all
    .filter((one, at) => all.indexOf(one) !== at)
    .map((one) => `the event ${one} is in its log twice.`)
}

/** An attempt begins with `metadata`, works in one process, and takes its steps in order. */
function checkAttempts(events: readonly SseEvent[]): string[] {
  let executor: string | null = null
  let last = { step: 0, tell: -1 }
  return events.flatMap(({ event, data }, id) => {
    if (event === 'metadata') {
      executor = null
      last = { step: 0, tell: -1 }
    }
    if (event !== 'custom') return []
    const told = data as Told
    const isOther = executor !== null && told.executor !== executor
    const isBack = told.step < last.step || (told.step === last.step && told.tell <= last.tell)
    executor = told.executor
    last = told
    return [
      ...(isOther ? [`the event ${id} is of another attempt than those before it.`] : []),
      ...(isBack ? [`the event ${id} goes back to step ${told.step}.`] : []),
    ]
  })
}

/** How it ended is told once, at the end, where it did not end well. */
function checkLast(run: Run, events: readonly SseEvent[]): string[] {
  const errors = events.flatMap(({ event }, id) => (event === 'error' ? [id] : []))
  const expected = run.status === 'success' ? [] : [events.length - 1]
  return JSON.stringify(errors) === JSON.stringify(expected)
    ? []
    : [
        `it is ${run.status}, and its log tells errors at ${JSON.stringify(errors)} of ${events.length}.`,
      ]
}
