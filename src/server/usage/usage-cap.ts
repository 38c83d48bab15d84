import {
  type UsageCap,
  type UsageCapName,
  usageCapNames,
} from '../../contract/agent-server/usage.ts'
import type { CapState } from '../../contract/control-plane/deployment-usage.ts'
import { first, type Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import type { Prices } from './prices.ts'
import { usageSince } from './usage-store.ts'
import { type ModelTokens, size, sumUsage } from './usage-sums.ts'

/** Refusals because a limit is used up (429): with when it begins anew. */
class UsedUpError extends HttpError {
  readonly retryAfterSeconds: number

  constructor(sentence: string, freeAt: Date, now: Date) {
    super(429, sentence)
    this.retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1_000))
  }
}

/** The present day or month of UTC, and when the next begins. */
export function periodOf(what: 'day' | 'month', now: Date): { since: Date; freeAt: Date } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return what === 'day'
    ? { since: utc(year, month, day), freeAt: utc(year, month, day + 1) }
    : { since: utc(year, month, 1), freeAt: utc(year, month + 1, 1) }
}

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day))

/** `2026-11-25 00:00 UTC`. */
function momentWords(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/**
 * Throws a UsedUpError where a limit of the deployment is used up; that of a preview is its deployment's. Counted is what
 * is stored: runs that are under way can go beyond it.
 */
export async function checkCap(
  db: Queryable,
  deploymentId: string,
  prices: () => Prices,
  now: Date,
): Promise<void> {
  const capped = await findCap(db, deploymentId)
  if (!capped) return
  const states = await capStates(db, capped, prices(), now)
  const reached = states.find(({ used, most }) => used >= most)
  if (!reached) return
  const { limit, most, used, free_at } = reached
  const freeAt = new Date(free_at)
  const amount = (value: number) =>
    limit.startsWith('tokens')
      ? `${value.toLocaleString('en')} tokens`
      : `${value.toLocaleString('en', { maximumFractionDigits: 2 })} ${prices().currency ?? ''}`.trim()
  const period = limit.endsWith('day') ? 'day' : 'month'
  throw new UsedUpError(
    `This deployment may use ${amount(most)} a ${period} and has used ${amount(used)}. It takes runs again from ${momentWords(freeAt)}, or when its limit is raised.`,
    freeAt,
    now,
  )
}

interface Capped {
  cap: UsageCap
  /** The deployment and its previews. */
  deployment_ids: string[]
}

/** How far each limit of a deployment is used; none where it has no limit. */
export async function readCapStates(
  db: Queryable,
  deploymentId: string,
  prices: Prices,
  now: Date,
): Promise<CapState[]> {
  const capped = await findCap(db, deploymentId)
  return capped ? capStates(db, capped, prices, now) : []
}

async function findCap(db: Queryable, deploymentId: string): Promise<Capped | undefined> {
  return first(
    await db.query<Capped>(
      `select d.usage_cap as cap, array(
         select d.id union all select preview_id from previews where deployment_id = d.id
       ) as deployment_ids
       from deployments d where d.usage_cap is not null and d.id = coalesce(
         (select deployment_id from previews where preview_id = $1), $1)`,
      [deploymentId],
    ),
  )
}

async function capStates(
  db: Queryable,
  { cap, deployment_ids }: Capped,
  prices: Prices,
  now: Date,
): Promise<CapState[]> {
  const limits = usageCapNames.flatMap((limit) => {
    const most = cap[limit]
    return most ? [{ limit, most }] : []
  })
  const spent = new Map<'day' | 'month', ModelTokens[]>()
  const states: CapState[] = []
  for (const { limit, most } of limits) {
    const what = limit.endsWith('day') ? 'day' : 'month'
    const { since, freeAt } = periodOf(what, now)
    const models = spent.get(what) ?? (await usageSince(db, deployment_ids, since))
    spent.set(what, models)
    states.push({ limit, most, used: usedOf(limit, models, prices), free_at: freeAt.toISOString() })
  }
  return states
}

/** A model without a price costs nothing that could be counted. */
function usedOf(limit: UsageCapName, parts: readonly ModelTokens[], prices: Prices): number {
  const usage = sumUsage(parts, prices)
  if (limit.startsWith('tokens')) return size(usage)
  return usage.models.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
}
