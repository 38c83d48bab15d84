import type { Context } from 'hono'
import type { OwnAsker } from './own-keys.ts'
import type { PassedRequest } from './passed-request.ts'

/** What a request is handed on with by the door of its own process: nothing of a request says it by itself. */
export interface OwnBindings {
  ownAsker?: OwnAsker
  passed?: PassedRequest
}

/** The code of the deployment's own agent, if it is that which asks; null for everybody else. */
export function ownAskerOf(context: Context): OwnAsker | null {
  return (context.env as OwnBindings | undefined)?.ownAsker ?? null
}

/** What is known of a request that the project's app has passed on; null for every other. */
export function passedRequestOf(context: Context): PassedRequest | null {
  return (context.env as OwnBindings | undefined)?.passed ?? null
}

/** For a request that another one makes of the same agent server. */
export function bindingsOf(context: Context): OwnBindings {
  const ownAsker = ownAskerOf(context)
  const passed = passedRequestOf(context)
  return { ...(ownAsker && { ownAsker }), ...(passed && { passed }) }
}
