import * as z from 'zod/mini'

const count = z.nullish(z.int().check(z.minimum(0), z.maximum(1_000_000)))
const megabytes = z.nullish(z.int().check(z.minimum(1), z.maximum(16_777_216)))
const labels = z.nullish(z.record(z.string(), z.string()))

/**
 * The published resources of a deployment, without those that only a cluster can give. What they do
 * here is said in docs/operating-deployments.md.
 */
export const ResourceSpecRequest = z.strictObject({
  min_scale: count,
  max_scale: count,
  cpu: count,
  cpu_limit: count,
  memory_mb: megabytes,
  memory_limit_mb: megabytes,
  queue_min_scale: count,
  queue_max_scale: count,
  queue_cpu: count,
  queue_cpu_limit: count,
  queue_memory_mb: megabytes,
  queue_memory_limit_mb: megabytes,
  redis_memory_mb: megabytes,
  db_cpu: z.nullish(z.number()),
  db_cpu_limit: z.nullish(z.number()),
  db_memory_mb: megabytes,
  db_memory_limit_mb: megabytes,
  db_storage_gi: count,
  db_max_connections: count,
  labels,
  annotations: labels,
})

/** What a process of the deployment may use at most; null where nothing is said. */
export interface ResourceLimits {
  memory_mb: number | null
  cpus: number | null
}

/** The published rule: a limit that is not set is twice what is asked for. */
export function resourceLimits(spec: Record<string, unknown> | null | undefined): ResourceLimits {
  const limit = (name: string, asked: string) => {
    const [value, base] = [spec?.[name], spec?.[asked]]
    if (typeof value === 'number' && value > 0) return value
    return typeof base === 'number' && base > 0 ? base * 2 : null
  }
  return { memory_mb: limit('memory_limit_mb', 'memory_mb'), cpus: limit('cpu_limit', 'cpu') }
}
