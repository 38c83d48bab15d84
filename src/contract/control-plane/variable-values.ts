import * as z from 'zod/mini'
import { RunConfig } from '../agent-server/run-request.ts'

/** How the values of known variables are read. Each answers null for one that cannot be used, and for none. */

/** A number of seconds from 0 on. */
export function secondsIn(value: string | undefined): number | null {
  const seconds = Number(value?.trim() || Number.NaN)
  return seconds >= 0 && Number.isFinite(seconds) ? seconds : null
}

/** How many runs work at once, from 1 on. */
export function jobsIn(value: string | undefined): number | null {
  const jobs = Number(value?.trim() || Number.NaN)
  return Number.isSafeInteger(jobs) && jobs >= 1 ? jobs : null
}

/** Origins with commas between them; `*` is for all. What is no origin is nobody's. */
export function originsIn(value: string | undefined): string[] | null {
  const origins = (value ?? '').split(',').flatMap((one) => one.trim().replace(/\/$/, '') || [])
  return origins.length > 0 ? origins : null
}

/** What an assistant is made with. */
export interface GraphDefaults {
  config: Record<string, unknown>
  context: Record<string, unknown>
}

const Defaults = z.record(
  z.string(),
  z.extend(RunConfig, { context: z.nullish(z.record(z.string(), z.unknown())) }),
)

/** The configuration of graphs by their names, as JSON text. */
export function graphDefaultsIn(value: string | undefined): Record<string, GraphDefaults> | null {
  const read = Defaults.safeParse(jsonOf(value ?? ''))
  if (!read.success) return null
  return Object.fromEntries(
    Object.entries(read.data).map(([id, { context, ...config }]) => [
      id,
      { config, context: context ?? {} },
    ]),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
