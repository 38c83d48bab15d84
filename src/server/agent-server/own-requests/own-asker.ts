import type { Context } from 'hono'
import type { OwnAsker } from './own-keys.ts'

/** What a request is handed on with by the door of its own process: nothing of a request says it by itself. */
export interface OwnBindings {
  ownAsker: OwnAsker
}

/** The code of the deployment's own agent, if it is that which asks; null for everybody else. */
export function ownAskerOf(context: Context): OwnAsker | null {
  return (context.env as Partial<OwnBindings> | undefined)?.ownAsker ?? null
}

/** For a request that another one makes of the same agent server. */
export function bindingsOf(context: Context): Partial<OwnBindings> {
  const ownAsker = ownAskerOf(context)
  return ownAsker ? { ownAsker } : {}
}
