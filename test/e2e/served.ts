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

/** Has a repository deployed under a name, and answers the deployment as soon as it serves. */
export async function deployed(
  server: ConsoleServer,
  name: string,
  repository: string,
): Promise<Served> {
  const made = await server.api('/api-host/v2/deployments', {
    method: 'POST',
    body: {
      name,
      source: 'github',
      source_config: { repo_url: repository },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [],
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return served(server, name)
}
