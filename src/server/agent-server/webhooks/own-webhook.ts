import { parseJson } from '../../../contract/exact-json.ts'
import { asError } from '../../as-error.ts'
import type { AuthUser } from '../../executor/protocol/project-requests.ts'
import type { AnswerOwn } from '../own-requests/own-door.ts'
import { type CallResult, headersOf, resultOf, webhookTimeoutMs } from './webhook-call.ts'
import type { WebhookCall } from './webhook-store.ts'

/**
 * Makes one attempt at a webhook of the deployment's own, in the name of the run's user where the project has an
 * authorization. Never rejects.
 */
export async function callOwnPath(
  call: WebhookCall,
  options: { answerOwn: AnswerOwn; secret: string; now: Date },
): Promise<CallResult> {
  const { deployment_id, body, asked_as } = call
  const user = asked_as === null ? null : (parseJson(asked_as) as AuthUser)
  try {
    const request = new Request(new URL(call.url, 'http://127.0.0.1'), {
      method: 'POST',
      headers: headersOf(call, options),
      body,
      signal: AbortSignal.timeout(webhookTimeoutMs),
    })
    const answer = await options.answerOwn(deployment_id, request, { ownAsker: { user } })
    await answer.body?.cancel()
    return resultOf(answer.status)
  } catch (error) {
    return { kind: 'failed', reason: asError(error).message }
  }
}
