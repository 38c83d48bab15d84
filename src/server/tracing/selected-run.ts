import type { RunSelect } from '../../contract/tracing/selected-runs.ts'
import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import { failedStatuses } from './traced-runs.ts'

type Told = { [Select in RunSelect as Lowercase<Select>]: unknown }

/** The id of a run, and what was asked for, in the words of the newer methods of the published clients. */
export function selectedRun(run: TracedRun, selects: readonly RunSelect[]): { id: string } {
  const metadata = run.extra.metadata as Record<string, unknown>
  const told: Told = {
    id: run.id,
    name: run.name,
    run_type: run.run_type.toUpperCase(),
    status: statusOf(run.status),
    start_time: run.start_time,
    end_time: run.end_time,
    latency_seconds: run.end_time && (Date.parse(run.end_time) - Date.parse(run.start_time)) / 1000,
    first_token_time: run.first_token_time,
    error: run.error,
    extra: run.extra,
    metadata,
    inputs: run.inputs,
    outputs: run.outputs,
    parent_run_ids: ancestorsOf(run),
    project_id: run.session_id,
    trace_id: run.trace_id,
    thread_id: metadata.thread_id,
    dotted_order: run.dotted_order,
    is_root: run.parent_run_id === null,
    total_tokens: run.total_tokens,
    prompt_tokens: run.prompt_tokens,
    completion_tokens: run.completion_tokens,
    total_cost: run.total_cost,
    tags: run.tags,
  }
  const names = selects.map((select) => select.toLowerCase() as keyof Told)
  return { ...Object.fromEntries(names.map((name) => [name, told[name]])), id: run.id }
}

/** From the root to its parent. */
function ancestorsOf({ dotted_order }: TracedRun): string[] {
  const ids = dotted_order.split('.').map((part) => part.slice(part.indexOf('Z') + 1))
  return ids.slice(0, -1)
}

function statusOf(status: string): 'SUCCESS' | 'ERROR' | 'PENDING' {
  if (failedStatuses.includes(status)) return 'ERROR'
  return status === 'success' ? 'SUCCESS' : 'PENDING'
}
