import { expect } from '@playwright/test'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import { minutes } from '../helpers/patience.ts'
import type { ConsoleServer } from './console-server.ts'

export type Served = Deployment & { active_revision_id: string; latest_revision_id: string }

/** A deployment, as soon as it serves. `base`: the path below which the server is. */
export async function served(server: ConsoleServer, name = 'examples', base = ''): Promise<Served> {
  let found: Deployment | undefined
  await expect
    .poll(
      async () => {
        const { body } = await server.api<{ resources?: Deployment[] }>(
          `${base}/api-host/v2/deployments`,
        )
        found = body.resources?.find((one) => one.name === name)
        return found?.active_revision_id ?? null
      },
      { timeout: minutes(1), message: `“${name}” serves` },
    )
    .not.toBeNull()
  return found as Served
}
