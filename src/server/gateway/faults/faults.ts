import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type FaultPlan, getFaults, setFaults } from '../../../contract/gateway/faults.ts'
import { breakConnection } from '../../http/break-connection.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { faultyStream } from './event-frames.ts'

const cookieName = 'quarterdeck_faults'
/** Sessions of a server that is started for trying things out. */
const mostPlans = 1000
const headMs = 50

/**
 * The fault lab: what a browser session asks to go wrong with what it forwards. Mounted only where the
 * server was started with `--faults`; nothing of it can be reached otherwise.
 */
export function mountFaults(routes: Hono, options: { basePath: string }): void {
  const plans = new Map<string, { plan: FaultPlan; used: number }>()
  const kept = (context: Context) => plans.get(getCookie(context, cookieName) ?? '')

  route(routes, getFaults, ({ context }) => kept(context)?.plan ?? {})
  route(routes, setFaults, ({ body, context }) => {
    const id = getCookie(context, cookieName) ?? randomUUID()
    if (plans.size >= mostPlans) plans.delete(plans.keys().next().value ?? '')
    if (Object.keys(body).length === 0) plans.delete(id)
    else plans.set(id, { plan: body, used: 0 })
    setCookie(context, cookieName, id, {
      path: `${options.basePath}/gateway`,
      httpOnly: true,
      sameSite: 'Strict',
      secure: new URL(context.req.url).protocol === 'https:',
    })
    return body
  })

  routes.use('/gateway/connections/:connection_id/*', async (context, next) => {
    const found = kept(context)
    if (!found || isSpent(found)) return next()
    const { plan } = found
    if (plan.delay_ms) await pause(plan.delay_ms)
    if (plan.offline) {
      found.used += 1
      return broken(context)
    }
    if (plan.status_500) {
      found.used += 1
      throw new HttpError(500, 'The fault lab answers 500.')
    }
    const isVote = /\/tracing\/api\/v1\/feedback\/tokens\/[^/]+$/.test(context.req.path)
    if (plan.expire_feedback && isVote) {
      found.used += 1
      throw new HttpError(410, 'This feedback address has run out (fault lab).')
    }
    await next()
    const type = context.res.headers.get('content-type') ?? ''
    const { body, status, headers } = context.res
    if (!type.startsWith('text/event-stream') || !body || !changesStreams(plan)) return
    found.used += 1
    context.res = new Response(
      faultyStream(body, plan, () => breakConnection(context)),
      {
        status,
        headers,
      },
    )
  })
}

function isSpent({ plan, used }: { plan: FaultPlan; used: number }): boolean {
  return plan.times !== undefined && used >= plan.times
}

function changesStreams(plan: FaultPlan): boolean {
  const { drop_after, stall_after, repeat_ids, reorder, heartbeats_only } = plan
  const isLimited = drop_after !== undefined || stall_after !== undefined
  return isLimited || Boolean(repeat_ids || reorder || heartbeats_only)
}

/** An answer of the kind that was asked for, which breaks off after its first byte: for the browser the network is gone. */
function broken(context: Context): Response {
  const isStream = context.req.header('accept')?.startsWith('text/event-stream')
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(' '))
      // The head of the answer has to be on its way: a browser asks again for itself where nothing came.
      await pause(headMs)
      breakConnection(context)
    },
  })
  const type = isStream ? 'text/event-stream' : 'application/json'
  return new Response(body, { headers: { 'content-type': type } })
}
