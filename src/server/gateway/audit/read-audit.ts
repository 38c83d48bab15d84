import { endpoints } from '../../../contract/endpoints.ts'
import { actionText } from '../../../contract/gateway/action-text.ts'
import { type AuditEntry, auditResults } from '../../../contract/gateway/audit.ts'
import type { Queryable } from '../../db/database.ts'

export interface AuditFilter {
  limit: number
  before?: number | undefined
  /** A part of what is shown. */
  user_name?: string | undefined
  subject_name?: string | undefined
  reads?: boolean | undefined
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
  subject_name: string | null
  changes: AuditEntry['changes']
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
  where("lower(coalesce(user_name, 'anyone')) like ?", contains(filter.user_name))
  where('lower(subject_name) like ?', contains(filter.subject_name))
  if (filter.action !== undefined) {
    params.push(actionsShownAs(filter.action), contains(filter.action))
    const [names, address] = [params.length - 1, params.length]
    conditions.push(
      `(action = any($${names}::text[])
        or action is null and lower(method || ' ' || path) like $${address})`,
    )
  }
  if (!filter.reads)
    where("(method not in ('GET', 'HEAD') or action = any(?::text[]))", writesByGet)
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
       connection_id, deployment_id, subject_name, changes, status, duration_ms, request_id
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

/** A part of a text, in lower case, for `like`. */
function contains(part: string | undefined): string | undefined {
  return part === undefined ? undefined : `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

/** The endpoints whose words hold a text; their names count too. */
function actionsShownAs(text: string): string[] {
  const wanted = text.trim().toLowerCase()
  const isMeant = (name: string) =>
    [name, actionText(name) ?? ''].some((words) => words.toLowerCase().includes(wanted))
  return endpoints.map(({ name }) => name).filter(isMeant)
}

/** What is asked with GET and changes something all the same; another GET is there because it cancels a run by leaving. */
const writesByGet = endpoints
  .filter(({ method, isAudited }) => method === 'GET' && isAudited)
  .map(({ name }) => name)
