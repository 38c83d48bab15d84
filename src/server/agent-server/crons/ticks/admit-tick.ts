import type { RunCreate } from '../../../../contract/agent-server/run-request.ts'
import { HttpError } from '../../../http/http-error.ts'
import { newAccess } from '../../access/granted-access.ts'
import { Asker } from '../../auth/asker.ts'
import { servedOf } from '../../auth/guard-of.ts'
import { admitRun } from '../../auth/run-rules.ts'
import type { EngineContext } from '../../engine-context.ts'
import { webhooksOf } from '../../project-http/project-input.ts'
import { checkWebhooks } from '../../project-http/webhook-policy.ts'
import { userIn } from '../../user-config.ts'

/**
 * The run of a cron as the project's own authorization lets it be made: it is asked at each tick, for the user whose
 * cron it is. Rejects with its refusal, and with 503 while it is not at hand.
 */
export async function admitTick(
  engine: Pick<EngineContext, 'database' | 'executors' | 'now'>,
  cron: { deployment_id: string; thread_id: string | null },
  body: RunCreate,
): Promise<RunCreate> {
  const { deployment_id, thread_id } = cron
  const served = await servedOf(engine, deployment_id)
  const policy = served && webhooksOf(served.revision)
  if (policy) checkWebhooks(body, policy)
  if (!served?.revision.auth) return body
  const user = userIn(body.config as Parameters<typeof userIn>[0])
  if (!user) {
    throw new HttpError(
      403,
      'The project has an authorization of its own by now, and this cron is nobody’s: change it once, or make it anew.',
    )
  }
  const access = newAccess()
  const asker = new Asker({ user, deploymentId: deployment_id, engine, served, access })
  return admitRun(asker, thread_id, body)
}
