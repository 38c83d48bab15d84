import { parseJson } from '../../contract/exact-json.ts'
import type { Feedback } from '../../contract/tracing/feedback.ts'
import type { Queryable } from '../db/database.ts'
import { outputColumns, outputIn, type StoredOutput } from '../run-output.ts'

/** A vote of an export, with the run that it is about. */
export interface ExportedVote extends Feedback {
  /** What the run was given, or `{"command": …}` where it answered a question; null where the run is not here. */
  input: unknown
  /** What whoever waited for the run was told; null until it has ended. */
  output: unknown
}

/** What runs of one batch are written with together at most; a run that is larger is a batch of its own. */
const batchBytes = 1_000_000

/** What was said stays with projects that decide by themselves who may read it. */
const isOpen = `not exists (
  select 1 from guarded_deployments g where g.deployment_id = r.deployment_id and g.has_auth)`

/**
 * Adds to votes the whole input and output of their runs. It reads no more of them at a time than `batchBytes`, however
 * large they are together.
 */
export async function* withRuns(
  db: Queryable,
  votes: readonly Feedback[],
): AsyncGenerator<ExportedVote[]> {
  const sizes = await readSizes(db, votes)
  let batch: Feedback[] = []
  let bytes = 0
  for (const vote of votes) {
    const size = sizes.get(vote.run_id) ?? 0
    if (batch.length > 0 && bytes + size > batchBytes) {
      yield await joined(db, batch)
      batch = []
      bytes = 0
    }
    batch.push(vote)
    bytes += size
  }
  if (batch.length > 0) yield await joined(db, batch)
}

async function readSizes(db: Queryable, votes: readonly Feedback[]): Promise<Map<string, number>> {
  const rows = await db.query<{ run_id: string; bytes: number }>(
    `select run_id, octet_length(kwargs) + coalesce(output_bytes, octet_length(output), 0) as bytes
     from runs r where run_id = any($1::uuid[])`,
    [runIds(votes)],
  )
  return new Map(rows.map(({ run_id, bytes }) => [run_id, bytes]))
}

async function joined(db: Queryable, votes: readonly Feedback[]): Promise<ExportedVote[]> {
  const rows = await db.query<{ run_id: string; kwargs: string } & StoredOutput>(
    `select run_id, kwargs, ${outputColumns} from runs r where run_id = any($1::uuid[]) and ${isOpen}`,
    [runIds(votes)],
  )
  const read = rows.map(async (row) => ({ ...row, output: await outputIn(row) }))
  const runs = new Map((await Promise.all(read)).map((row) => [row.run_id, row]))
  return votes.map((vote) => {
    const run = runs.get(vote.run_id)
    return {
      ...vote,
      input: run ? inputOf(run.kwargs) : null,
      output: run?.output ? parseJson(run.output) : null,
    }
  })
}

function inputOf(kwargs: string): unknown {
  const { input, command } = parseJson(kwargs) as { input?: unknown; command?: unknown }
  return input ?? (command ? { command } : null)
}

function runIds(votes: readonly Feedback[]): string[] {
  return [...new Set(votes.map(({ run_id }) => run_id))]
}
