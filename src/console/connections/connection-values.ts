import type { EndpointInput } from '../../contract/endpoint.ts'
import type { createConnection, patchConnection } from '../../contract/gateway/connections.ts'
import {
  type Connection,
  type ConnectionColor,
  connectionColors,
  connectionPresets,
} from '../../contract/gateway/connections.ts'

type CreateBody = NonNullable<EndpointInput<typeof createConnection>['body']>
type PatchBody = NonNullable<EndpointInput<typeof patchConnection>['body']>

/** A connection as its form has it: texts, an empty one for what is absent. */
export interface ConnectionValues {
  name: string
  kind: CreateBody['kind']
  base_url: string
  tracing_url: string
  tenant_id: string
  /** One a line. */
  key_origins: string
  api_key: string
  /** Of one that has a key: take it away. */
  isKeyRemoved: boolean
  color: ConnectionColor | null
  is_production: boolean
}

export const emptyConnection: ConnectionValues = {
  name: '',
  kind: 'cloud_us',
  base_url: '',
  tracing_url: '',
  tenant_id: '',
  key_origins: '',
  api_key: '',
  isKeyRemoved: false,
  color: null,
  is_production: false,
}

/** Whether the addresses follow from the kind. */
export function isCloud(kind: string): kind is keyof typeof connectionPresets {
  return Object.hasOwn(connectionPresets, kind)
}

export function valuesOf(connection: Connection): ConnectionValues {
  return {
    ...emptyConnection,
    name: connection.name,
    kind: connection.kind as CreateBody['kind'],
    base_url: connection.base_url,
    tracing_url: connection.tracing_url,
    tenant_id: connection.tenant_id ?? '',
    key_origins: (connection.key_origins ?? []).join('\n'),
    // One of a newer server is shown as none, and stays as long as nothing else is chosen.
    color: connectionColors.find((color) => color === connection.color) ?? null,
    is_production: connection.is_production ?? false,
  }
}

export function createBody(values: ConnectionValues): CreateBody {
  const { name, kind } = values
  const [base_url, tracing_url, tenant_id, api_key] = [
    values.base_url.trim(),
    values.tracing_url.trim(),
    values.tenant_id.trim(),
    values.api_key.trim(),
  ]
  const key_origins = linesOf(values.key_origins)
  return {
    name,
    kind,
    ...(!isCloud(kind) && { base_url }),
    ...(!isCloud(kind) && tracing_url && { tracing_url }),
    ...(tenant_id && { tenant_id }),
    ...(key_origins.length > 0 && { key_origins }),
    ...(values.color && { color: values.color }),
    ...(values.is_production && { is_production: true }),
    ...(api_key && { api_key }),
  }
}

/** Only what is different from before; the key when one was typed, or null to take it away. */
export function patchBody(before: ConnectionValues, values: ConnectionValues): PatchBody {
  const body: PatchBody = {}
  if (values.name.trim() !== before.name) body.name = values.name
  for (const field of ['base_url', 'tracing_url'] as const) {
    if (values[field].trim() !== before[field]) body[field] = values[field].trim()
  }
  if (values.tenant_id.trim() !== before.tenant_id) body.tenant_id = values.tenant_id.trim() || null
  if (linesOf(values.key_origins).join('\n') !== before.key_origins) {
    body.key_origins = linesOf(values.key_origins)
  }
  if (values.color !== before.color) body.color = values.color
  if (values.is_production !== before.is_production) body.is_production = values.is_production
  if (values.isKeyRemoved) body.api_key = null
  else if (values.api_key.trim() !== '') body.api_key = values.api_key.trim()
  return body
}

/** Whether the key would go to another place than it was given for, and so has to be given again. */
export function leadsElsewhere(before: ConnectionValues, values: ConnectionValues): boolean {
  const place = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()).origin : text)
  return (
    place(before.base_url) !== place(values.base_url) ||
    place(before.tracing_url) !== place(values.tracing_url) ||
    linesOf(values.key_origins).some((origin) => !linesOf(before.key_origins).includes(origin))
  )
}

function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '')
}
