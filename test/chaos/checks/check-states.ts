import type { AskedRun, ClientMemory } from '../clients/client-memory.ts'
import { type Done, isSame, type Observed, type State } from '../observe.ts'

/**
 * The checkpoints of a thread are one line: each follows the one before it, except where a run was asked to begin at
 * an earlier one. So a rollback has left the thread as it was, an attempt whose run was taken over has written
 * nothing, one run works at a time, and runs follow in the order in which they were asked for.
 */
export function checkStates(memory: ClientMemory, seen: Observed): string[] {
  const names = new Map(seen.runs.map((run) => [run.run_id, String(run.metadata?.name)]))
  const asked = new Map(memory.runs.map((run) => [run.name, run]))
  const known = new Map(seen.states.map((state) => [state.id, state]))
  const defects = seen.states.flatMap((state, at) => {
    const name = state.runId === null ? null : (names.get(state.runId) ?? null)
    const run = name === null ? undefined : asked.get(name)
    const where = `The checkpoint ${state.id} of ${name ?? `the run ${state.runId}`}`
    const before = seen.states[at - 1]
    if (state.parent !== (before?.id ?? null) && state.parent !== (run?.fork ?? null)) {
      return [`${where} follows ${state.parent}, and not ${before?.id}.`]
    }
    return checkLog(where, state, known.get(state.parent ?? '')?.log ?? [], run)
  })
  const last = seen.states.at(-1)?.log ?? []
  const isLast = (log: readonly Done[]) => isSame(log, last) || isDoneSince(log, last, seen)
  return [
    ...defects,
    ...checkOrder(seen, asked, names),
    ...seen.runs.flatMap((run) => checkSteps(seen, asked.get(names.get(run.run_id) ?? ''), run)),
    ...checkUpdates(memory, seen),
    ...(isLast(seen.state)
      ? []
      : [
          `The state of ${seen.thread} is not its last checkpoint: ${seen.state.length} entries, and there ${last.length}.`,
        ]),
    ...(isLast(seen.values) ? [] : [`The values of ${seen.thread} are not its last checkpoint's.`]),
  ]
}

/** A step that was done before its run was stopped counts in the state, though no checkpoint has it. */
function isDoneSince(log: readonly Done[], last: readonly Done[], seen: Observed): boolean {
  const [done, ...more] = log.slice(last.length)
  const run = seen.runs.find(({ metadata }) => metadata?.name === done?.run)
  const own = last.filter((one) => one.run === done?.run).length
  return (
    isSame(log.slice(0, last.length), last) &&
    done?.step === own + 1 &&
    more.length === 0 &&
    run !== undefined &&
    run.status !== 'success'
  )
}

/** It has the log of the one before, and behind it steps of its own run, in their order. */
function checkLog(
  where: string,
  state: State,
  before: readonly Done[],
  run: AskedRun | undefined,
): string[] {
  if (!isSame(state.log.slice(0, before.length), before)) {
    return [`${where} does not go on from the one before it.`]
  }
  const own = before.filter((done) => done.run === run?.name).length
  const more = state.log.slice(before.length)
  if (!run) return more.length <= 1 ? [] : [`${where} has ${more.length} more entries.`]
  const isRight = more.every((done, at) => done.run === run.name && done.step === own + at + 1)
  return isRight ? [] : [`${where} has the steps ${JSON.stringify(more)} after ${own}.`]
}

/** Each run's checkpoints are together; of two runs the one that was acknowledged before the other was asked for is first. */
function checkOrder(
  seen: Observed,
  asked: ReadonlyMap<string, AskedRun>,
  names: ReadonlyMap<string, string>,
): string[] {
  const blocks = seen.states
    .map(({ runId }) => runId)
    .filter((runId, at, all) => runId !== null && runId !== all[at - 1])
  const twice = blocks.filter((runId, at) => blocks.indexOf(runId) !== at)
  const order = blocks.flatMap((runId) => asked.get(names.get(runId ?? '') ?? '') ?? [])
  const wrong = order.flatMap((run, at) =>
    order
      .slice(at + 1)
      .filter((next) => next.acknowledgedAt !== null && next.acknowledgedAt < run.askedAt)
      .map((next) => `${run.name} worked before ${next.name}, which was asked for first.`),
  )
  return [...twice.map((runId) => `The run ${runId} worked among another one's steps.`), ...wrong]
}

/** A run that succeeded has left all its steps, each once. */
function checkSteps(
  seen: Observed,
  asked: AskedRun | undefined,
  run: { run_id: string; status: string },
): string[] {
  if (!asked) return []
  const own = seen.states.filter(({ runId }) => runId === run.run_id).at(-1)
  const steps = (own?.log ?? []).filter((done) => done.run === asked.name).length
  const isRight = run.status === 'success' ? steps === asked.plan.steps : steps <= asked.plan.steps
  return isRight
    ? []
    : [`${asked.name} is ${run.status} with ${steps} of ${asked.plan.steps} steps.`]
}

/** What was acknowledged is there, and nothing is there twice. */
function checkUpdates(memory: ClientMemory, seen: Observed): string[] {
  const known = new Map(seen.states.map((state) => [state.id, state]))
  return memory.updates
    .filter(({ thread }) => thread === seen.thread)
    .flatMap(({ token, isAcknowledged }) => {
      // A run that begins at an earlier checkpoint has what that had, and adds nothing.
      const writes = seen.states.filter(
        ({ log, parent }) =>
          log.at(-1)?.token === token && log.length > (known.get(parent ?? '')?.log.length ?? 0),
      ).length
      if (writes > 1) return [`The update ${token} was made ${writes} times.`]
      return writes === 0 && isAcknowledged ? [`The update ${token} is lost.`] : []
    })
}
