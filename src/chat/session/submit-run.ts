import { call } from '../../client/api.ts'
import { isTransient } from '../../client/is-transient.ts'
import { createRun, isHeld } from '../../contract/agent-server/runs.ts'
import { createThread } from '../../contract/agent-server/threads.ts'
import { asError, isAborted } from '../thrown.ts'
import type { AskedAction } from './action-history.ts'
import { begunSnapshot, takenBack } from './begun-run.ts'
import { submissionKey } from './following/follow-run.ts'
import type { RunFollower } from './following/run-follower.ts'
import { leaveIfDeleted } from './lost-thread.ts'
import type { ThreadReader } from './open-thread.ts'
import { explainedRefusal } from './refusal.ts'
import { defaultStreamModes, runBody } from './run-input.ts'
import { readPatiently, readRuns } from './server-reads.ts'
import { type SessionContext, withRecords } from './session-context.ts'
import type { SubmitOptions, SubmitResult, Work } from './session-types.ts'

type Body = ReturnType<typeof runBody>

export interface Submitter {
  submit(work: Work, options: SubmitOptions): Promise<SubmitResult>
  /** Sends a body as it is, behind what waits. */
  enqueue(body: Body): Promise<SubmitResult>
}

/** Starts runs: one at once, or behind the one that is active. The POST is sent once and never again. */
export function createSubmitter(
  context: SessionContext,
  follower: RunFollower,
  reader: ThreadReader,
): Submitter {
  const { store, patch, clock, options, history } = context
  let lastSent: Promise<unknown> = Promise.resolve()

  /** What is sent soon after another request must not overtake it: it goes out once the server has answered that one. */
  function inOrder<T>(send: () => Promise<T>): Promise<T> {
    const turn = lastSent.then(send)
    lastSent = turn.catch(() => undefined)
    return turn
  }

  async function ensureThread(): Promise<string> {
    const known = store.current().thread_id
    if (known) return known
    const signal = context.signal()
    const thread = await call(options.transport, createThread, { body: {}, signal })
    patch({ thread_id: thread.thread_id, isLost: false })
    options.onThreadCreated?.(thread.thread_id)
    return thread.thread_id
  }

  async function create(thread_id: string, body: Body) {
    const signal = context.signal()
    const params = { thread_id }
    return call(options.transport, createRun, { params, body, signal }).catch(async (error) => {
      if (isAborted(error, signal) || !isTransient(error)) throw error
      const tools = context.retryTools(signal)
      const runs = await readPatiently(tools, () => readRuns(options.transport, thread_id, signal))
      const mark = body.metadata?.[submissionKey]
      const made = runs.find((run) => run.metadata?.[submissionKey] === mark)
      if (!made) throw error
      return made
    })
  }

  /** While a run is active the new one is only created: its stream is joined when its turn comes. */
  async function enqueue(body: Body): Promise<SubmitResult> {
    const sent = { key: String(body.metadata?.[submissionKey]), input: body.input }
    patch({ sending: [...store.current().sending, sent] })
    store.flush()
    const answered = () => patch({ sending: store.current().sending.filter((one) => one !== sent) })
    try {
      const created = await inOrder(async () => create(await ensureThread(), body))
      const others = store.current().records.filter((run) => run.run_id !== created.run_id)
      answered()
      store.update((snapshot) =>
        withRecords(snapshot, [...others, created], snapshot.state, history),
      )
      store.flush()
      context.changed()
      void follower.whenSettled().then(async () => {
        if (!follower.isFollowing()) await reader.read(true)
      })
      return { ok: true, run_id: created.run_id }
    } catch (error) {
      answered()
      store.flush()
      return { ok: false, error: asError(error) }
    }
  }

  return {
    enqueue,
    async submit(work, submitOptions) {
      const before = store.current()
      const checkpoint_id =
        submitOptions.checkpoint_id ?? before.viewing?.checkpoint?.checkpoint_id ?? null
      const submission_id = context.newId()
      const isBusy =
        before.run?.outcome === 'active' ||
        // What waits for an answer is not before it.
        before.queued.some((run) => !isHeld(run)) ||
        follower.isListening()
      const body = runBody({
        work,
        options: { ...submitOptions, checkpoint_id },
        feedbackKeys: options.keepsVotes ? [] : (options.feedbackKeys ?? []),
        streamModes: options.streamModes ?? defaultStreamModes,
        submission_id,
        message_id: context.newId(),
        isBehind: isBusy,
      })
      context.ask(actionOf(work), null)
      const mine = store.current().actions.at(-1)?.key
      let result: SubmitResult
      if (isBusy) result = await enqueue(body)
      else {
        const { entries } = history.getSnapshot()
        const sent = { body, options: submitOptions, isAnswer: 'command' in work }
        store.update((snapshot) => begunSnapshot(snapshot, sent, entries, clock.now()))
        store.flush()
        result = await inOrder(() => follower.start(ensureThread, body, submission_id))
        const isThere = !context.signal().aborted && !store.current().isLost
        if (!result.ok && isThere) {
          store.update((snapshot) => takenBack(snapshot, before))
          store.flush()
        }
      }
      if (result.ok) {
        const { run_id } = result
        context.note((entry) => entry.key === mine, { run_id, acceptedAt: clock.now() })
        return result
      }
      const error = await explainedRefusal(context, result.error, body, isBusy)
      context.note((entry) => entry.key === mine, { error: error.message })
      store.flush()
      await leaveIfDeleted(context, result.error)
      return { ok: false, error }
    },
  }
}

function actionOf(work: Work): AskedAction {
  if ('command' in work) return 'answer'
  return 'input' in work && work.input === null ? 'go on' : 'send'
}
