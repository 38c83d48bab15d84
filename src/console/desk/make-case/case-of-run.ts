import { call, type Transport } from '../../../client/api.ts'
import { messagesOf, messageText } from '../../../contract/agent-server/messages.ts'
import { getRun, type Run } from '../../../contract/agent-server/runs.ts'
import {
  type Beginning,
  readBeginning,
  readStatesOfRun,
} from '../../objects/run-history/run-history.ts'
import { type Said, saidIn } from './said-in.ts'

/** What a thread held before a run. */
export interface Before {
  values: Record<string, unknown>
  checkpoint_id: string | undefined
}

/** What a run was told, and where its history still tells them the last words that it answered and what the thread held. */
export async function readCaseOfRun(
  agent: Transport,
  params: { thread_id: string; run_id: string },
  signal?: AbortSignal,
): Promise<Said & { answer?: string | undefined; before?: Before | null }> {
  const run = await call(agent, getRun, { params, ...(signal && { signal }) })
  return {
    ...saidIn(run.kwargs?.input),
    ...(await leftBy(agent, run, signal ?? new AbortController().signal)),
  }
}

/** The last words that a run answered with, and what the thread held before it, where its history still tells them. */
async function leftBy(
  agent: Transport,
  run: Run,
  signal: AbortSignal,
): Promise<{ answer?: string | undefined; before?: Before | null }> {
  try {
    const states = await readStatesOfRun(agent, run, signal)
    const answers = messagesOf(states.at(-1)?.values).filter(({ type }) => /^ai/i.test(type))
    const answer = messageText(answers.at(-1)?.content).trim() || undefined
    return { answer, before: heldBefore(await readBeginning(agent, run, states, signal)) }
  } catch {
    // The case can be made without them.
    return {}
  }
}

/** What a thread held where a run began; null where that was nothing, or is not known. */
function heldBefore(beginning: Beginning): Before | null {
  const state = beginning.isKnown ? beginning.state : null
  const values = state?.values
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
  if (Object.keys(values).length === 0) return null
  return {
    values: values as Record<string, unknown>,
    checkpoint_id: state?.checkpoint?.checkpoint_id ?? undefined,
  }
}
