import type { RunCreate, StreamMode } from '../../contract/agent-server/run-request.ts'
import { waitsForAnswers } from '../../contract/agent-server/runs.ts'
import { interruptsOf, noBreakpoints } from '../breakpoints/breakpoints.ts'
import { submissionKey } from './following/follow-run.ts'
import type { SubmitOptions, Work } from './session-types.ts'

/** What the reducer lives on. `tasks` names the nodes at work, `values` brings whole states. */
export const defaultStreamModes: readonly StreamMode[] = [
  'messages-tuple',
  'values',
  'updates',
  'custom',
  'tasks',
]

interface Draft {
  work: Work
  options: SubmitOptions
  feedbackKeys: readonly string[]
  streamModes: readonly StreamMode[]
  submission_id: string
  message_id: string
  /** It is sent while another run is at work or waits. */
  isBehind: boolean
}

/**
 * The body of a run creation. What servers have opposite defaults for is always said. A message gets
 * its id here, so that the thread's state, the run's input and the screen speak of the same one.
 */
export function runBody(draft: Draft): RunCreate {
  const { work, options } = draft
  return {
    assistant_id: options.assistant_id,
    ...('command' in work ? { command: work.command } : { input: inputOf(draft) }),
    ...fromCheckpoint(options.checkpoint_id),
    ...configuredBy(options.config ?? {}),
    ...interruptsOf(options.breakpoints ?? noBreakpoints),
    stream_mode: [...draft.streamModes],
    stream_resumable: true,
    on_disconnect: options.onDisconnect ?? 'continue',
    multitask_strategy: options.multitaskStrategy ?? 'enqueue',
    ...(draft.feedbackKeys.length > 0 && { feedback_keys: [...draft.feedbackKeys] }),
    metadata: {
      [submissionKey]: draft.submission_id,
      ...(waitsBehindQuestions(draft) && { [waitsForAnswers]: true }),
    },
  }
}

/** A message that was written before anybody knew that the run before it would ask something does not go past the question. */
function waitsBehindQuestions({ work, options, isBehind }: Draft): boolean {
  const isMessage = 'text' in work || 'parts' in work
  const isQueued = (options.multitaskStrategy ?? 'enqueue') === 'enqueue'
  return isBehind && isMessage && isQueued && !options.checkpoint_id
}

/** A run's config, with its context beside it, where a graph with a schema for that reads it. */
function configuredBy({
  context,
  ...config
}: Readonly<Record<string, unknown>>): Pick<RunCreate, 'config' | 'context'> {
  return {
    ...(Object.keys(config).length > 0 && { config }),
    ...(Object.keys(Object(context)).length > 0 && { context: context as RunCreate['context'] }),
  }
}

/** Where a run begins, by the published name: not every server has `checkpoint_id` beside it. */
export function fromCheckpoint(
  checkpoint_id: string | null | undefined,
): Pick<RunCreate, 'checkpoint'> {
  return checkpoint_id ? { checkpoint: { checkpoint_id, checkpoint_ns: '' } } : {}
}

function inputOf({ work, message_id }: Draft): unknown {
  if ('text' in work) return { messages: [{ id: message_id, role: 'user', content: work.text }] }
  if ('parts' in work) return { messages: [{ id: message_id, role: 'user', content: work.parts }] }
  return 'input' in work ? work.input : undefined
}
