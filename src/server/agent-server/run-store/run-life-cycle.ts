import type { CancelAction, EndReason, RunStatus } from '../../../contract/agent-server/runs.ts'
import { first, type Queryable } from '../../db/database.ts'
import type { StoredOutput } from '../../run-output.ts'
import type { RunRow } from '../run-row.ts'
import { wordsOfRun } from '../run-words.ts'
import { columnsOf, runColumns } from './run-store.ts'

/**
 * The life of a run: every change of its status is here, but for its creation (`insertRun`).
 *
 *   pending --claim--> running --end--> success | error | timeout | interrupted
 *   running --requeue--> pending     its executor or its process is gone, or the process stops
 *   pending --end--> interrupted     cancelled before it began, or while it waits to go on
 *   running --requestCancel--> running, and its end is then the cancel's, whatever the executor says
 *   pending, running --delete--> nothing is left (§3 rollback)
 *
 * One attempt of one process has a running run: the row's `attempt` and `claimed_by`. When that
 * process dies, or is only taken for dead, another one requeues the run and claims it as the next
 * attempt. So whatever is written for an attempt is written behind the fence, `isHeldBy`: in the same
 * statement, or in the transaction that `lockHeld` began. What an attempt writes that has lost its run is
 * refused, and changes nothing.
 */

/** One attempt of one process at a run. */
export type Claim = Pick<RunRow, 'run_id' | 'attempt' | 'claimed_by'>

/** A run with the number that the first event of this attempt may have. */
export type ClaimedRun = RunRow & { first_event: number }

/** As many numbers are each attempt's, so that what it has told and nobody stored is not told under them again. */
const numbersOfAttempt = 10_000_000
/** Numbers of events are integers of PostgreSQL; beyond it attempts share theirs. */
const lastFirstEvent = 2_000_000_000

/**
 * The fence: SQL that is true of the run that an attempt has. `claim` names three expressions, such as
 * parameters; `run` is the name of the row. A statement of its own also takes the row `for share`, so
 * that the run is not taken over in its middle.
 */
export function isHeldBy(
  claim: { run_id: string; attempt: string; claimed_by: string },
  run = 'runs',
): string {
  return `(${run}.run_id = ${claim.run_id} and ${run}.status = 'running'
    and ${run}.attempt = ${claim.attempt} and ${run}.claimed_by = ${claim.claimed_by})`
}

/** Holds a run for change until the end of the transaction; undefined when the attempt has it no more. */
export async function lockHeld(tx: Queryable, claim: Claim): Promise<RunRow | undefined> {
  const fence = isHeldBy({ run_id: '$1', attempt: '$2', claimed_by: '$3' })
  const rows = await tx.query<RunRow>(
    `select ${runColumns} from runs where ${fence} for no key update`,
    [claim.run_id, claim.attempt, claim.claimed_by],
  )
  return first(rows)
}

/** Those of the attempts that still have their runs, with what others want of these. */
export async function listHeld(
  db: Queryable,
  claims: readonly Claim[],
): Promise<Pick<RunRow, 'run_id' | 'cancel_action' | 'is_logged'>[]> {
  const claim = { run_id: 'c.run_id', attempt: 'c.attempt', claimed_by: 'c.claimed_by' }
  return db.query(
    `select r.run_id, r.cancel_action, r.is_logged
     from unnest($1::uuid[], $2::int[], $3::uuid[]) c(run_id, attempt, claimed_by)
     join runs r on ${isHeldBy(claim, 'r')}`,
    [
      claims.map(({ run_id }) => run_id),
      claims.map(({ attempt }) => attempt),
      claims.map(({ claimed_by }) => claimed_by),
    ],
  )
}

/**
 * Takes a run that `findStartable` found, and keeps what it starts with: the thread as it is before
 * the run, and the revision. Undefined when another process was first. Events of a run that was asked
 * for elsewhere are stored. While it has not ended, `event_count` holds the number that the first event of its last
 * attempt may have.
 */
export async function claimRun(
  tx: Queryable,
  runId: string,
  claim: { process: string; isShared: boolean; now: Date; revision_id: string },
): Promise<ClaimedRun | undefined> {
  // Asked again now that the thread is held: another process may have had it.
  const rows = await tx.query<ClaimedRun>(
    `update runs r set status = 'running', attempt = attempt + 1, claimed_by = $2,
       is_logged = r.is_logged or ($4 and created_by is distinct from $2) or t.is_streamed,
       is_resumable = r.is_resumable or t.is_streamed, is_streamed = t.is_streamed,
       started_at = coalesce(r.started_at, $3), updated_at = $3, revision_id = $5,
       start_number = coalesce(r.start_number, t.run_starts + 1),
       event_count = least(coalesce(r.event_count + $6, 0), $7),
       thread_before = coalesce(r.thread_before,
         jsonb_build_object('status', t.status, 'values', t."values",
           'interrupts', t.interrupts, 'summary', t.summary, 'graph_id', t.graph_id,
           'assistant_id', t.assistant_id, 'is_stale', t.is_stale))
     from threads t
     where t.thread_id = r.thread_id and r.run_id = $1 and r.status = 'pending' and not exists (
       select 1 from runs o where o.thread_id = r.thread_id and o.status = 'running'
     ) returning ${columnsOf('r')}, r.event_count as first_event`,
    [
      ...[runId, claim.process, claim.now, claim.isShared, claim.revision_id],
      ...[numbersOfAttempt, lastFirstEvent],
    ],
  )
  return first(rows)
}

/**
 * A waiting run of a held thread ends before it has started: it is told in its place among those that have.
 */
export async function countStart(
  tx: Queryable,
  run: Pick<RunRow, 'run_id' | 'thread_id' | 'start_number'>,
): Promise<void> {
  if (run.start_number !== null) return
  await tx.query(
    `with t as (
       update threads set run_starts = run_starts + 1 where thread_id = $2 returning run_starts
     ) update runs set start_number = t.run_starts from t where run_id = $1`,
    [run.run_id, run.thread_id],
  )
}

/** Puts a held run back into the queue. `attempt` is the number of tries that count so far. */
export async function requeueRun(
  tx: Queryable,
  runId: string,
  back: { attempt: number; isSuspect: boolean; isLogged: boolean; now: Date },
): Promise<void> {
  await tx.query(
    `update runs set status = 'pending', attempt = $2, is_suspect = $3, claimed_by = null,
       is_logged = is_logged or $5, updated_at = $4 where run_id = $1`,
    [runId, back.attempt, back.isSuspect, back.now, back.isLogged],
  )
}

/** Why a run is stopped; `replaced_by` is the run that takes its place. */
export interface CancelCause {
  reason: EndReason
  replaced_by?: string | undefined
}

/**
 * Records that a held run is to be stopped. A rollback is not taken back by a later wish to keep the
 * run; the first cause counts.
 */
export async function requestCancel(
  tx: Queryable,
  runId: string,
  action: CancelAction,
  cause: CancelCause,
  now: Date,
): Promise<void> {
  await tx.query(
    `update runs set cancel_action = case when cancel_action = 'rollback' then 'rollback' else $2 end,
       replaced_by = case when cancel_reason is null then $5::uuid else replaced_by end,
       cancel_reason = coalesce(cancel_reason, $3), updated_at = $4 where run_id = $1`,
    [runId, action, cause.reason, now, cause.replaced_by ?? null],
  )
}

/** Ends a held run; `output` is what readers that wait are given. */
export async function recordEnd(
  tx: Queryable,
  runId: string,
  end: {
    status: RunStatus
    end_reason: EndReason | null
    error: string | null
    output: StoredOutput
    now: Date
    /** Absent for what the run knows already. */
    replaced_by?: string | undefined
    /** Of its log; absent where none was opened. */
    event_count?: number | undefined
    /** The last text of the agent after the run's input, where it is known. */
    answer?: string | null | undefined
    /** When the first of its messages was told. */
    first_token_at?: Date | null | undefined
  },
): Promise<void> {
  await tx.query(
    `update runs set status = $2, end_reason = $3, error = $4, output = $5, updated_at = $6,
       ended_at = $6, claimed_by = null, thread_before = null,
       replaced_by = coalesce($7, replaced_by), event_count = $8, answer = left($9, 200),
       words = coalesce(words, '') || array_to_tsvector($10::text[]), first_token_at = $11, packed_output = $12, output_bytes = $13 where run_id = $1`,
    [
      runId,
      end.status,
      end.end_reason,
      end.error,
      end.output.output,
      end.now,
      end.replaced_by ?? null,
      end.event_count ?? null,
      end.answer ?? null,
      wordsOfRun([end.answer, end.error]),
      end.first_token_at ?? null,
      end.output.packed_output,
      end.output.output_bytes,
    ],
  )
}

/** Takes a held or ended run away with its events; its checkpoints are `deleteCheckpoints`'. */
export async function deleteRun(tx: Queryable, runId: string): Promise<void> {
  await tx.query('delete from runs where run_id = $1', [runId])
}
