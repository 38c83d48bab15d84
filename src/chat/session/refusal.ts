import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import type { RunCreate } from '../../contract/agent-server/run-request.ts'
import { getThread } from '../../contract/agent-server/threads.ts'
import { busyThreadCode } from '../../contract/errors.ts'
import type { SessionContext } from './session-context.ts'

/**
 * Why a run was not made, in words that say what to do. A refusal with 409 or 422 can mean a busy
 * thread or one that is gone, and some servers answer both with the same sentence: the thread tells.
 */
export async function explainedRefusal(
  { options, store, signal }: SessionContext,
  error: Error,
  body: Pick<RunCreate, 'multitask_strategy'>,
  wasBusy: boolean,
): Promise<Error> {
  if (!(error instanceof ApiError) || error.kind !== 'http') return error
  const inOtherWords = (sentence: string) =>
    new ApiError({
      endpoint: error.endpoint,
      kind: error.kind,
      status: error.status,
      serverText: error.serverText,
      code: error.code,
      message: `${sentence} (${error.message})`,
    })
  const deleted = () => inOtherWords('This thread is not there any more: it was deleted.')
  const { thread_id } = store.current()
  if (store.current().isLost) return deleted()
  if (![404, 409, 422].includes(error.status) || !thread_id) return error
  if (error.fieldErrors.length > 0) return error
  const speaksOfBusy = isOfBusyThread(error) || (wasBusy && error.status === 409)
  if (!speaksOfBusy && error.status !== 404) return error
  const thread = await call(options.transport, getThread, {
    params: { thread_id },
    signal: signal(),
  }).catch((cause) => cause)
  // Somebody else may have found it out meanwhile, which ends this read.
  const isGone = thread instanceof ApiError && thread.status === 404
  if (isGone || store.current().isLost) return deleted()
  if (!speaksOfBusy) return error
  return inOtherWords(
    body.multitask_strategy === 'reject'
      ? 'A run was active on this thread, and “Reject” asks the server to refuse then. Choose “Enqueue” to wait your turn, or send again when the run has ended.'
      : 'The thread is busy, and this server did not take the message. Send again when the run has ended.',
  )
}

/** Ours says it by its code; other agent servers have no code for it, only one of these words. */
function isOfBusyThread({ code, message }: ApiError): boolean {
  return code === busyThreadCode || /already running|busy|multitask|active run/i.test(message)
}
