import { defaultStreamModes, fromCheckpoint } from '../../../chat/session/run-input.ts'
import type { Assistant } from '../../../contract/agent-server/assistants.ts'
import { RunConfig, type RunCreate } from '../../../contract/agent-server/run-request.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'

type Configured = Pick<Assistant, 'config' | 'context'>

interface Again {
  assistant_id: string
  /** Where it begins; null: at nothing. */
  checkpoint_id: string | null
  /** What the run itself said of it goes along, unless another assistant answers. */
  keepsConfig: boolean
  /** Of the assistant that answered, where the one that answers now is not that but stands for it. */
  configured?: Configured | undefined
  takesFeedback: boolean
}

/** What a run was asked, to be asked again: the same input or answer, the same options. */
export function againBody(run: Run, again: Again): RunCreate {
  const { input, command, interrupt_before, interrupt_after, feedback_keys } = run.kwargs ?? {}
  const told = again.keepsConfig ? configOf(run, again.configured) : {}
  const keys = again.takesFeedback ? textsIn(feedback_keys) : []
  return {
    assistant_id: again.assistant_id,
    ...(isThere(command) ? { command } : { input: input ?? null }),
    ...fromCheckpoint(again.checkpoint_id),
    ...told,
    ...(isThere(interrupt_before) && { interrupt_before: interrupt_before as string[] }),
    ...(isThere(interrupt_after) && { interrupt_after: interrupt_after as string[] }),
    stream_mode: [...defaultStreamModes],
    stream_resumable: true,
    on_disconnect: 'continue',
    ...(keys.length > 0 && { feedback_keys: keys }),
  }
}

/** Servers write into a run's configuration what they know of it themselves. */
const ownNames = /^(__|langgraph_|checkpoint_|x-)|^(run|thread|assistant|graph|user)_id$/i

function configOf(run: Run, configured: Configured | undefined) {
  const { config, context } = run.kwargs ?? {}
  const { tags, recursion_limit, max_concurrency, configurable } = {
    ...configured?.config,
    ...(config as object | null | undefined),
  } as Record<string, unknown>
  const own = Object.entries({
    ...(configured?.config?.configurable as object | undefined),
    ...(configurable as object | null | undefined),
  }).filter(([name]) => !ownNames.test(name))
  const kept = RunConfig.safeParse({
    ...(isThere(tags) && { tags }),
    ...(isThere(recursion_limit) && { recursion_limit }),
    ...(isThere(max_concurrency) && { max_concurrency }),
    ...(own.length > 0 && { configurable: Object.fromEntries(own) }),
  })
  const all = { ...configured?.context, ...(context as Record<string, unknown> | null | undefined) }
  return {
    ...(kept.success && Object.keys(kept.data).length > 0 && { config: kept.data }),
    ...(Object.keys(all).length > 0 && { context: all }),
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

const isThere = (value: unknown): value is NonNullable<object> =>
  value !== null && value !== undefined
