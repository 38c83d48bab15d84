import type { Hono } from 'hono'
import {
  listGithubIntegrations,
  listGithubRepositories,
} from '../../contract/control-plane/github-integrations.ts'
import { createListener, listListeners } from '../../contract/control-plane/listeners.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'

/** Answers what is published for servers that build and run elsewhere: there is none of it here, and why. */
export function mountNotHere(routes: Hono): void {
  route(routes, listGithubIntegrations, () => [])
  route(routes, listGithubRepositories, ({ params }) => {
    throw new HttpError(
      404,
      `There is no integration ${params.integration_id}. This server needs none: it clones any address of a git repository.`,
    )
  })
  route(routes, listListeners, () => ({ resources: [], offset: 0 }))
  route(routes, createListener, () => {
    throw new HttpError(403, 'This server takes no listeners: it runs deployments itself.')
  })
}
