import type { Area } from '../../../contract/endpoint.ts'
import { type AuditEntry, auditResults } from '../../../contract/gateway/audit.ts'
import type { Queryable } from '../../db/database.ts'
import { endpointName } from '../forward/endpoint-names.ts'
import type { Actor } from './sessions.ts'

/** What is kept of one write; never a body, a query or a credential. */
export interface AuditFacts {
  at: Date
  actor: Actor | null
  /** What somebody typed as their name to sign in, where that failed. */
  typed_name: string | null
  remote_address: string
  method: string
  path: string
  status: number
  duration_ms: number
  request_id: string | null
}

export async function writeAudit(database: Queryable, facts: AuditFacts): Promise<void> {
  const target = targetOf(facts.method, facts.path)
  await database.query(
    `insert into audit_log (at, user_id, user_name, role, remote_address, action, method, path,
       connection_id, deployment_id, status, duration_ms, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      facts.at,
      facts.actor?.user?.id ?? null,
      facts.actor?.user?.name ?? facts.typed_name,
      facts.actor?.role ?? null,
      facts.remote_address,
      target.action,
      facts.method,
      target.path,
      target.connection_id,
      target.deployment_id,
      facts.status,
      Math.round(facts.duration_ms),
      facts.request_id,
    ],
  )
}

/** What a request is about, read from its address. */
export function targetOf(
  method: string,
  path: string,
): Pick<AuditEntry, 'action' | 'path' | 'connection_id' | 'deployment_id'> {
  const shown = path.replace(/(\/feedback\/tokens\/)[^/]+/, '$1…').slice(0, 500)
  const [, connection, service, deployment, rest] =
    /^\/gateway\/connections\/([^/]+)\/(?:(control-plane|tracing)|agents\/([^/]+))(\/.*)$/.exec(
      path,
    ) ?? []
  if (connection === undefined || rest === undefined) {
    return {
      action: endpointName('gateway', method, path),
      path: shown,
      connection_id: /^\/gateway\/connections\/([^/]+)/.exec(path)?.[1] ?? null,
      deployment_id: null,
    }
  }
  const area: Area = deployment === undefined ? (service as 'control-plane' | 'tracing') : 'agent'
  return {
    action: endpointName(area, method, rest),
    path: shown,
    connection_id: connection,
    deployment_id: deployment ?? /^\/v2\/deployments\/([^/]+)/.exec(rest)?.[1] ?? null,
  }
}

export interface AuditFilter {
  limit: number
  before?: number | undefined
  user_name?: string | undefined
  action?: string | undefined
  connection_id?: string | undefined
  deployment_id?: string | undefined
  result?: AuditResult | undefined
  since?: string | undefined
  until?: string | undefined
}

type AuditResult = (typeof auditResults)[number]

/** The statuses of a result, both ends included. */
const resultRanges: Record<AuditResult, readonly [number, number]> = {
  done: [0, 399],
  refused: [400, 499],
  failed: [500, 999],
}

interface Row {
  id: string
  at: Date
  user_id: string | null
  user_name: string | null
  role: string | null
  remote_address: string | null
  action: string | null
  method: string
  path: string
  connection_id: string | null
  deployment_id: string | null
  status: number
  duration_ms: number
  request_id: string | null
}

/** The newest first, and the id to go on before, or null at the end. */
export async function readAudit(
  database: Queryable,
  filter: AuditFilter,
): Promise<{ resources: AuditEntry[]; next_before: string | null }> {
  const conditions: string[] = ['true']
  const params: unknown[] = []
  const where = (sql: string, value: unknown) => {
    if (value === undefined) return
    params.push(value)
    conditions.push(sql.replace('?', `$${params.length}`))
  }
  where('id < ?', filter.before)
  where('user_name = ?', filter.user_name)
  where('action = ?', filter.action)
  where('connection_id = ?', filter.connection_id)
  where('deployment_id = ?', filter.deployment_id)
  where('at >= ?', filter.since === undefined ? undefined : new Date(filter.since))
  where('at < ?', filter.until === undefined ? undefined : new Date(filter.until))
  if (filter.result) {
    where('status >= ?', resultRanges[filter.result][0])
    where('status <= ?', resultRanges[filter.result][1])
  }
  params.push(filter.limit + 1)
  const rows = await database.query<Row>(
    `select id::text, at, user_id, user_name, role, remote_address, action, method, path,
       connection_id, deployment_id, status, duration_ms, request_id
     from audit_log where ${conditions.join(' and ')} order by audit_log.id desc limit $${params.length}`,
    params,
  )
  const page = rows.slice(0, filter.limit)
  return {
    resources: page.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      result: resultOf(row.status),
    })),
    next_before: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function resultOf(status: number): AuditResult {
  return auditResults.find((name) => status <= resultRanges[name][1]) ?? 'failed'
}

/** Deletes entries older than `before`. */
export async function sweepAudit(database: Queryable, before: Date): Promise<void> {
  await database.query('delete from audit_log where at < $1', [before])
}
