import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import type { RunHistory } from '../run-history.ts'
import { fieldsOf } from './traced-runs.ts'
import type { TracedPart } from './traced-steps.ts'

/** What the steps of a page were given is read until it has so many characters. */
const mostGiven = 16_000_000

/**
 * Parts of a trace with what they were given. Steps that ran together were given the same, which is read once; those
 * behind `most` characters of it are told without.
 */
export async function withInputs(
  parts: readonly TracedPart[],
  valuesAt: (checkpointId: string) => ReturnType<RunHistory['valuesAt']>,
  most = mostGiven,
): Promise<TracedRun[]> {
  const known = new Map<string, Record<string, unknown>>()
  const runs: TracedRun[] = []
  let length = 0
  for (const { run, checkpointId } of parts) {
    if (checkpointId !== null && !known.has(checkpointId) && length < most) {
      const given = await valuesAt(checkpointId)
      length += given?.length ?? 0
      known.set(checkpointId, fieldsOf(given?.values, 'input'))
    }
    const inputs = checkpointId === null ? run.inputs : (known.get(checkpointId) ?? {})
    runs.push({ ...run, inputs })
  }
  return runs
}
