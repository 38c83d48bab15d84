import { isActive, type Run } from '../../../src/contract/agent-server/runs.ts'
import type { AskedRun, ClientMemory } from '../clients/client-memory.ts'
import type { Observed } from '../observe.ts'

const replacing = ['interrupt', 'rollback']

/**
 * No acknowledged run is lost, none is made twice, each has one end, the end is one that somebody asked for or that
 * its graph came to, and a cancel that was acknowledged is done.
 */
export function checkRuns(memory: ClientMemory, seen: Observed): string[] {
  const asked = memory.runs.filter(({ thread }) => thread === seen.thread)
  const byName = new Map<string, Run[]>()
  for (const run of seen.runs) {
    const name = String(run.metadata?.name)
    byName.set(name, [...(byName.get(name) ?? []), run])
  }
  const names = new Set(asked.map(({ name }) => name))
  return [
    ...(seen.status === 'busy' ? [`The thread ${seen.thread} is still busy.`] : []),
    ...[...byName.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `Nobody asked for the run ${name}.`),
    ...asked.flatMap((run) => {
      const found = byName.get(run.name) ?? []
      if (found.length > 1) return [`${run.name} was made ${found.length} times.`]
      const others = asked.filter((other) => other !== run && mayFollow(other, run))
      return found[0] ? checkEnd(run, found[0], others) : checkGone(run, others)
    }),
  ]
}

/** Whether the other may have been made after the run: it was not acknowledged when the run was asked for. */
function mayFollow(other: AskedRun, run: AskedRun): boolean {
  return other.acknowledgedAt === null || other.acknowledgedAt > run.askedAt
}

/** Whether another run may have taken its place. */
function wasReplaced(others: readonly AskedRun[], by: readonly string[]): boolean {
  return others.some(({ strategy }) => by.includes(strategy))
}

function checkGone(run: AskedRun, others: readonly AskedRun[]): string[] {
  const isUndone =
    run.wishes.some(({ action }) => action === 'rollback') || wasReplaced(others, ['rollback'])
  if (run.ended !== null) return [`${run.name} was ${run.ended}, and is gone.`]
  if (run.acknowledgedAt === null || isUndone) return []
  return [`${run.name} was acknowledged, and is lost.`]
}

function checkEnd(run: AskedRun, found: Run, others: readonly AskedRun[]): string[] {
  const { status } = found
  const told = `${run.name} is ${status} (${found.end_reason ?? 'by itself'})`
  if (isActive(found)) return [`${told}: it never ends.`]
  const defects: string[] = []
  if (run.ended !== null && run.ended !== status) defects.push(`${told}, and was ${run.ended}.`)
  const done = run.wishes.filter(({ isAcknowledged }) => isAcknowledged)
  if (done.some(({ action }) => action === 'rollback')) {
    defects.push(`${told}: its rollback was acknowledged.`)
  }
  if (done.length > 0 && status !== 'interrupted') {
    defects.push(`${told}: its cancel was acknowledged.`)
  }
  const isWished = run.wishes.length > 0 || wasReplaced(others, replacing)
  if (status === 'interrupted' && !isWished) defects.push(`${told}, and nobody asked for that.`)
  const isLost = found.end_reason === 'lost'
  if (status === 'error' && !isLost && run.plan.fails === null) {
    defects.push(`${told}: ${found.error}. It was not to fail.`)
  }
  if (status === 'success' && run.plan.fails !== null) defects.push(`${told}. It was to fail.`)
  if (!['success', 'error', 'interrupted'].includes(status)) defects.push(`${told}.`)
  return defects
}
