import type { AuditEntry } from '../../../contract/gateway/audit.ts'

type ChangedField = NonNullable<AuditEntry['changes']>[number]

/** Whose values may be read by every administrator, for as long as the log is kept. Of all others only the name is. */
const shownFields = new Set([
  ...['name', 'role', 'title', 'description', 'is_disabled', 'expires_at'],
  ...['source', 'deployment_type', 'repo_ref', 'langgraph_config_path', 'build_on_push'],
  ...['color', 'is_production', 'provider_id', 'client_id', 'uses_pkce'],
  ...['kind', 'subject_id', 'connection_id', 'deployment_id'],
  ...['threads_days', 'runs_days', 'events_days', 'logs_days', 'votes_days'],
  ...['min_scale', 'max_scale', 'cpu', 'memory_mb', 'revision_id', 'is_enabled', 'schedule'],
])
/** Shown without what stands for a person, a password or a question in them. */
const addressFields = new Set(['repo_url', 'custom_url', 'base_url', 'auth_url', 'token_url'])

const mostFields = 30
const longestValue = 200

/** What a request set, of its JSON body. Values of fields that are not known to be harmless stay out. */
export function changedFields(body: unknown): ChangedField[] | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const found = fieldsOf(body as Record<string, unknown>, '').slice(0, mostFields)
  return found.length > 0 ? found : null
}

function fieldsOf(body: Record<string, unknown>, above: string): ChangedField[] {
  return Object.entries(body).flatMap(([name, value]): ChangedField[] => {
    const field = (above ? `${above}.${name}` : name).slice(0, 100)
    if (Array.isArray(value)) return [named(field, value)]
    if (typeof value === 'object' && value !== null) {
      return fieldsOf(value as Record<string, unknown>, field)
    }
    const shown = shownValue(name, value)
    return [shown === undefined ? { field } : { field, value: shown }]
  })
}

/** A list by the names of its items, as of secrets. */
function named(field: string, items: readonly unknown[]): ChangedField {
  const names = items.flatMap((item) => {
    const name = (item as { name?: unknown } | null)?.name
    return typeof name === 'string' ? [name] : []
  })
  return names.length > 0 ? { field, value: names.join(', ').slice(0, longestValue) } : { field }
}

function shownValue(name: string, value: unknown): ChangedField['value'] | undefined {
  if (value === null || typeof value === 'boolean') return value
  if (shownFields.has(name)) {
    return typeof value === 'number' ? value : String(value).slice(0, longestValue)
  }
  if (!addressFields.has(name) || typeof value !== 'string') return undefined
  if (!URL.canParse(value)) return undefined
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname}`.slice(0, longestValue)
}
