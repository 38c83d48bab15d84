import type { CancelAction, EndReason, Run, RunStatus } from '../../contract/agent-server/runs.ts'
import { parseJson } from '../../contract/exact-json.ts'
import type { ThreadMark } from './threads/thread-store.ts'
import { withoutUser } from './user-config.ts'

/** A run as the engine works with it; `kwargs` is what was asked. */
export interface RunRow {
  run_id: string
  thread_id: string
  deployment_id: string
  assistant_id: string
  graph_id: string
  status: RunStatus
  kwargs: string
  metadata: Record<string, unknown>
  multitask_strategy: string
  is_resumable: boolean
  feedback_keys: string[]
  attempt: number
  is_suspect: boolean
  claimed_by: string | null
  revision_id: string | null
  cancel_action: CancelAction | null
  cancel_reason: EndReason | null
  thread_before: ThreadMark | null
  end_reason: EndReason | null
  error: string | null
  /** The process that took the request. */
  created_by: string | null
  /** Its events are stored. */
  is_logged: boolean
  scheduled_at: Date | null
  replaced_by: string | null
  webhook: string | null
  trace_id: string | null
  /** The span of whoever asked for it. */
  trace_parent: string | null
  created_at: Date
  updated_at: Date
  started_at: Date | null
  ended_at: Date | null
  /** Which run of its thread it was to start, counted from 1; null before it has. */
  start_number: number | null
  /** Its thread is read by the streaming protocol: it tells all that this has. */
  is_streamed: boolean
}

/** What the public fields of a run come from, but for what was asked. */
export type PublicRow = Pick<
  RunRow,
  | 'run_id'
  | 'thread_id'
  | 'assistant_id'
  | 'graph_id'
  | 'status'
  | 'metadata'
  | 'multitask_strategy'
  | 'started_at'
  | 'ended_at'
  | 'end_reason'
  | 'replaced_by'
  | 'scheduled_at'
  | 'error'
  | 'revision_id'
  | 'trace_id'
  | 'created_at'
  | 'updated_at'
>

/** The public fields of a run. */
export function wireRun(row: RunRow): Run {
  const asked = parseJson(row.kwargs) as Record<string, unknown>
  const kwargs: Record<string, unknown> = { context: {}, ...asked }
  return { ...publicRun(row), kwargs: withoutUser(kwargs) }
}

/** The same without what was asked, which can be large. */
export function publicRun(row: PublicRow): Run {
  return {
    run_id: row.run_id,
    thread_id: row.thread_id,
    assistant_id: row.assistant_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    metadata: { ...row.metadata, graph_id: row.graph_id, assistant_id: row.assistant_id },
    multitask_strategy: row.multitask_strategy,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    end_reason: row.end_reason,
    cancel_reason: row.status === 'interrupted' ? row.end_reason : null,
    replaced_by: row.replaced_by,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    error: row.error,
    trace_id: row.trace_id,
    revision_id: row.revision_id,
  }
}
