import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { getAssistant } from '../../../contract/agent-server/assistants.ts'
import { createRun, getRun, isActive, type Run } from '../../../contract/agent-server/runs.ts'
import {
  copyThread,
  createThread,
  deleteThread,
  type ThreadState,
} from '../../../contract/agent-server/threads.ts'
import { openPreview } from '../../../contract/control-plane/previews.ts'
import { makesFeedbackAddresses } from '../../../contract/gateway/connections.ts'
import type { Api } from '../../api.tsx'
import { type Beginning, readBeginning, readStatesOfRun } from '../run-history/run-history.ts'
import { againBody } from './again-body.ts'

/** Who answers again: who answered before, another assistant of the same server, or a kept build of a deployment. */
export type AgainTarget =
  | { readonly to: 'same' }
  | { readonly to: 'assistant'; readonly assistant_id: string }
  | { readonly to: 'revision'; readonly deployment_id: string; readonly revision_id: string }

/** What was made: a run on a thread of its own. */
export interface MadeAgain {
  deploymentId: string
  thread_id: string
  run_id: string
}

/** Why a run cannot be run again, in a sentence; null where it can. */
export function againRefusal(run: Run, beginning: Beginning | undefined): string | null {
  if (run.status === 'pending') return 'This run has not begun yet'
  if (!run.assistant_id) return 'The server does not tell which assistant answered'
  if (beginning?.isKnown === false && !isActive(run)) {
    return 'The thread no longer has the state before this run'
  }
  return null
}

/** Why it cannot be run on another revision; null where it can. */
export function elsewhereRefusal(run: Run): string | null {
  const { input, command } = run.kwargs ?? {}
  return command || input === null || input === undefined
    ? 'It went on from the middle of a run, and only its own server has that place'
    : null
}

/**
 * Runs a run again from where it began, on a copy of its thread: the thread itself stays as it is. A kept build has
 * threads of its own, so there the copy is of the state alone. Rejects with a sentence; what was made until then is
 * deleted.
 */
export async function runAgain(
  api: Api,
  deploymentId: string,
  place: { thread_id: string; run_id: string },
  target: AgainTarget,
): Promise<MadeAgain> {
  const { signal } = new AbortController()
  const agent = api.agent(deploymentId)
  const run = await call(agent, getRun, { params: place })
  const states = await readStatesOfRun(agent, run, signal)
  const beginning = await readBeginning(agent, run, states, signal)
  const refusal =
    againRefusal(run, beginning) ?? (target.to === 'revision' ? elsewhereRefusal(run) : null)
  if (refusal || !beginning.isKnown) throw new Error(`${refusal ?? 'It has not begun yet'}.`)
  const takesFeedback = makesFeedbackAddresses(api.connection)
  if (target.to === 'revision') {
    return onRevision(api, agent, run, beginning.state, target, takesFeedback)
  }
  const assistant_id = target.to === 'same' ? (run.assistant_id ?? '') : target.assistant_id
  const thread_id = beginning.state
    ? (await call(agent, copyThread, { params: { thread_id: run.thread_id } })).thread_id
    : (await call(agent, createThread, { body: {} })).thread_id
  const body = againBody(run, {
    assistant_id,
    checkpoint_id: beginning.state?.checkpoint?.checkpoint_id ?? null,
    keepsConfig: assistant_id === run.assistant_id,
    takesFeedback,
  })
  const made = await orWithout(
    agent,
    thread_id,
    call(agent, createRun, { params: { thread_id }, body }),
  )
  return { deploymentId, thread_id, run_id: made.run_id }
}

/** The copy is of the values that the thread held, as if they had been given to it. */
async function onRevision(
  api: Api,
  agent: Transport,
  run: Run,
  state: ThreadState | null,
  target: Extract<AgainTarget, { to: 'revision' }>,
  takesFeedback: boolean,
): Promise<MadeAgain> {
  const { deployment_id, revision_id } = target
  const answered = await call(agent, getAssistant, {
    params: { assistant_id: run.assistant_id ?? '' },
  })
  const preview = await call(api.controlPlane, openPreview, {
    params: { deployment_id, revision_id },
  })
  const there = api.agent(preview.preview_id)
  const { graph_id } = answered
  const updates = [{ values: state?.values, as_node: '__start__' }]
  const { thread_id } = await call(there, createThread, {
    body: { metadata: { graph_id }, ...(state && { supersteps: [{ updates }] }) },
  })
  // Assistants that were made are of one deployment; the graph's own takes what this one was made with.
  const body = againBody(run, {
    assistant_id: graph_id,
    checkpoint_id: null,
    keepsConfig: true,
    configured: answered,
    takesFeedback,
  })
  const made = await orWithout(
    there,
    thread_id,
    call(there, createRun, { params: { thread_id }, body }),
  )
  return { deploymentId: preview.preview_id, thread_id, run_id: made.run_id }
}

/** A thread that was made for a run which cannot begin is of use to nobody. */
async function orWithout<Made>(agent: Transport, thread_id: string, making: Promise<Made>) {
  try {
    return await making
  } catch (error) {
    // A failure on the way may hide that it has begun.
    if (error instanceof ApiError && error.kind === 'http' && error.status < 500) {
      await call(agent, deleteThread, { params: { thread_id } }).catch(() => undefined)
    }
    throw error
  }
}
