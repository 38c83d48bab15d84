import type { Run } from '../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { holdsSummary } from './earlier-messages.ts'
import { failureForVisitors, visibleMessage, visibleValues } from './visible-messages.ts'

type Visibility = Pick<Embed, 'shows_tool_details' | 'shows_components'>

/** A run as its visitor may see it: no configuration, no metadata but the page's own, no inner error. */
export function visibleRun(run: Run, embed: Visibility): Run {
  const { run_id, thread_id, assistant_id, status, created_at, updated_at } = run
  const { multitask_strategy, started_at, ended_at, end_reason } = run
  return {
    run_id,
    thread_id,
    assistant_id,
    status,
    created_at,
    updated_at,
    multitask_strategy,
    started_at,
    ended_at,
    end_reason,
    ...(run.scheduled_at ? { scheduled_at: run.scheduled_at } : {}),
    error: run.error ? failureForVisitors : null,
    metadata: ownMetadata(run.metadata),
    kwargs: {
      input: {
        messages: sentIn(run).flatMap((message) => visibleMessage(message, embed) ?? []),
      },
      ...(run.kwargs?.command ? { command: {} } : {}),
      feedback_keys: run.kwargs?.feedback_keys ?? [],
    },
  }
}

/** The messages that a run was begun with, as a thread holds them. */
export function sentIn(run: Run): Record<string, unknown>[] {
  const input = run.kwargs?.input as { messages?: unknown } | null | undefined
  const sent: Record<string, unknown>[] = Array.isArray(input?.messages) ? input.messages : []
  return sent.map((message) => ({ type: message?.role, ...message }))
}

/** What the page itself wrote, see `visitorRunBody`. */
export function ownMetadata(metadata: Record<string, unknown> | null | undefined) {
  const { submission_id } = metadata ?? {}
  return typeof submission_id === 'string' ? { submission_id } : {}
}

/**
 * A state as its visitor may see it: the messages, the questions that wait for an answer, and whether it lacks messages
 * of which the agent kept a summary.
 */
export function visibleState(state: ThreadState, embed: Visibility): ThreadState {
  return {
    values: visibleValues(state.values, embed),
    next: state.next.length > 0 ? ['agent'] : [],
    tasks: state.tasks.map(({ id, interrupts, error }) => ({
      id,
      name: 'agent',
      interrupts: interrupts ?? [],
      ...(error ? { error: failureForVisitors } : {}),
    })),
    metadata: {
      run_id: state.metadata?.run_id,
      ...(holdsSummary(state) && { is_summarized: true }),
    },
    created_at: state.created_at,
    checkpoint: state.checkpoint,
    parent_checkpoint: state.parent_checkpoint,
    ...(state.interrupts ? { interrupts: state.interrupts } : {}),
  }
}
