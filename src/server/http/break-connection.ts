import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Not a clean end: the client must see that something is missing. For an end that is meant: a body that
 * fails with an error is printed as a defect. What was written before is sent; the body is cancelled.
 */
export function breakConnection(context: Context): void {
  const { outgoing } = context.env as Partial<HttpBindings>
  outgoing?.destroy()
}
