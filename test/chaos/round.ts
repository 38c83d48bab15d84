import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isActive } from '../../src/contract/agent-server/runs.ts'
import { type Action, isFault } from './actions.ts'
import { checkCrons } from './checks/check-crons.ts'
import { checkEvents } from './checks/check-events.ts'
import { checkRuns } from './checks/check-runs.ts'
import { checkStates } from './checks/check-states.ts'
import { checkVotes } from './checks/check-votes.ts'
import { ClientMemory } from './clients/client-memory.ts'
import { Clients } from './clients/clients.ts'
import { PersistentClient } from './clients/persistent-client.ts'
import type { Site } from './machines/site.ts'
import { eventsOf, observe, runsOf } from './observe.ts'

const threads = 5
/** Long enough for a machine that is busy with other things; what takes longer never ends. */
const settleLimitMs = 240_000
const lookAgainMs = 100
const hearAgainMs = 20
const workLimitMs = 5_000

/** What came of a round. */
export interface Outcome {
  defects: string[]
  /** How many runs were asked for, and how many are there in the end. */
  asked: number
  runs: number
  /** How many runs were worked on by more than one attempt, and how many stored events were compared. */
  attempts: number
  events: number
}

/** Does the actions on new threads, waits until all is mended and every run has ended, and compares what is left. */
export async function playRound(
  site: Site,
  actions: readonly (Action & { number: number })[],
): Promise<Outcome> {
  const urls = site.servers.map(({ url }) => url)
  const memory = new ClientMemory(randomUUID())
  const client = new PersistentClient(urls, (defect) => memory.defects.push(defect))
  const clients = new Clients(client, memory)
  try {
    for (let count = 0; count < threads; count += 1) memory.threads.push(randomUUID())
    for (const thread_id of [...memory.threads, memory.cronThread]) {
      await client.ask('POST', '/threads', { at: 0, body: { thread_id, if_exists: 'do_nothing' } })
    }
    const doing: Promise<void>[] = []
    for (const action of actions) {
      if (isFault(action)) {
        // One that comes to a server that is not back from the one before, or that has nothing to do, hurts nobody.
        await site.isReadyFor(action)
        await workBegins(memory)
      }
      await pause(action.pause)
      if (isFault(action)) site.begin(action)
      else {
        const failed = (error: Error) => void memory.defects.push(`${action.do}: ${error.stack}`)
        doing.push(clients.do(action, action.number).catch(failed))
      }
    }
    await site.mended()
    const isSettled = await within(settleLimitMs, Promise.all([...doing, settled(client, memory)]))
    if (!isSettled)
      memory.defects.push('Not every request is answered, or not every run has ended.')
    return await compared(client, memory, site.takeDefects())
  } finally {
    client.leave()
  }
}

/** Resolves when a run has just told something, or none is waited for, or after a while. */
async function workBegins(memory: ClientMemory): Promise<void> {
  const begun = performance.now()
  while (memory.heardAt < begun && memory.isAnyOpen && performance.now() < begun + workLimitMs) {
    await pause(hearAgainMs)
  }
}

async function within(ms: number, done: Promise<unknown>): Promise<boolean> {
  const leaving = new AbortController()
  const late = pause(ms, false, { signal: leaving.signal }).catch(() => false)
  const isDone = await Promise.race([done.then(() => true), late])
  leaving.abort()
  return isDone
}

/** Resolves when every run has ended, twice in a row: a request may still have been on its way. */
async function settled(client: PersistentClient, memory: ClientMemory): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await removeCrons(client, memory)
    await pause(lookAgainMs)
    const all = [...memory.threads, memory.cronThread].map((thread) => runsOf(client, thread))
    quiet = (await Promise.all(all)).flat().some(isActive) ? 0 : quiet + 1
  }
}

/** Also those whose creation was not acknowledged. */
async function removeCrons(client: PersistentClient, { cronThread }: ClientMemory): Promise<void> {
  const body = { thread_id: cronThread, limit: 100 }
  const found = await client.ask('POST', '/runs/crons/search', { at: 0, body })
  for (const { cron_id } of found.body as { cron_id: string }[]) {
    await client.ask('DELETE', `/runs/crons/${cron_id}`, { at: 0 })
  }
}

async function compared(
  client: PersistentClient,
  memory: ClientMemory,
  ofServers: string[],
): Promise<Outcome> {
  const defects = [...memory.defects, ...ofServers]
  let [runs, attempts, events] = [0, 0, 0]
  const there = new Set<string>()
  for (const thread of memory.threads) {
    const seen = await observe(client, thread)
    defects.push(...checkRuns(memory, seen), ...checkStates(memory, seen))
    defects.push(...checkEvents(memory, seen))
    for (const run of seen.runs) {
      const log = seen.events.get(run.run_id) ?? []
      there.add(run.run_id)
      runs += 1
      events += log.length
      if (log.filter(({ event }) => event === 'metadata').length > 1) attempts += 1
      // Whoever joins after any event gets exactly the rest.
      const middle = Math.floor(log.length / 2)
      const rest = isActive(run) ? [] : await eventsOf(client, run, middle)
      if (!isActive(run) && JSON.stringify(rest) !== JSON.stringify(log.slice(middle + 1))) {
        defects.push(`${run.metadata?.name}: joined after ${middle} it tells another rest.`)
      }
    }
  }
  defects.push(...checkCrons(memory, await runsOf(client, memory.cronThread)))
  defects.push(...(await checkVotes(client, memory, (id) => there.has(id))))
  return { defects, asked: memory.runs.length, runs, attempts, events }
}
