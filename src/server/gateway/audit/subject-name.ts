import type { AuditEntry } from '../../../contract/gateway/audit.ts'
import { first, type Queryable } from '../../db/database.ts'

/** How things are called, by where they are kept; each statement is asked with an id, and answers a name or null. */
const names = {
  user: 'select name from operators where id = $1',
  token: 'select name from api_tokens where id = $1',
  connection: 'select name from connections where id = $1',
  view: 'select name from saved_views where id = $1',
  embed: `select settings ->> 'name' as name from embeds where id = $1`,
  rule: 'select name from alert_rules where id = $1',
  channel: 'select name from alert_channels where id = $1',
  silence: `select coalesce(s.reason, r.name) as name from alert_silences s
    left join alert_rules r on r.id = s.rule_id where s.id = $1`,
  suite: 'select name from qa_suites where suite_id = $1',
  session: 'select name from qa_sessions where session_id = $1',
  deployment: 'select name from deployments where id = $1',
  provider: 'select name from oauth_providers where provider_id = $1',
  access: `select p.name from oauth_connections c join oauth_providers p on p.id = c.provider
    where c.id = $1`,
  assistant: 'select name from assistants where assistant_id = $1',
  // What was said in it, by which lists call it, is not kept here.
  thread: `select coalesce(metadata ->> 'title', 'Thread ' || left(thread_id::text, 8)) as name
    from threads where thread_id = $1`,
  schedule: `select concat_ws(' · ', c.schedule, a.name) as name from crons c
    left join assistants a on a.assistant_id = c.assistant_id where c.cron_id = $1`,
} as const
type Kind = keyof typeof names

const plane = '^(?:/gateway/connections/local/control-plane|/api-host)'
const id = '/([0-9a-f-]{36})'
const place = (kind: Kind, path: string, end = '(?:/|$)') => ({
  kind,
  at: new RegExp(path + id + end, 'i'),
})

/** Where the id stands of what an address is about. */
const places = [
  place('user', '^/gateway/users'),
  place('token', '^/gateway/tokens'),
  place('view', '^/gateway/connections/[^/]+/views'),
  { kind: 'connection', at: /^\/gateway\/connections\/([0-9a-f-]{36})(?:\/test)?$/i } as const,
  place('embed', '^/gateway/embeds'),
  place('rule', '^/gateway/alerts/rules'),
  place('channel', '^/gateway/alerts/channels'),
  place('silence', '^/gateway/alerts/silences'),
  place('suite', '^/gateway/qa/suites'),
  place('session', '^/gateway/qa/sessions'),
  place('deployment', `${plane}/v[12]/(?:deployments|projects)`),
  { kind: 'provider', at: new RegExp(`${plane}/v2/auth/providers/([^/]+)`) } as const,
  place('access', `${plane}/v2/auth/connections`),
]

const agent = /^(?:\/gateway\/connections\/local)?\/agents\/([^/]+)(\/.*)?$/
/** Below an agent server; runs are told by their deployment alone. */
const agentPlaces = [
  place('assistant', '^/assistants', '(?:/latest)?$'),
  place('thread', '^/threads', '$'),
  place('schedule', '^/runs/crons', '(?:/start)?$'),
]

/**
 * How what a write is about is called before it, which it may rename or remove; null where it has no name here. `item`
 * is told by the write itself.
 */
export async function subjectName(
  db: Queryable,
  path: string,
  item: string | null = null,
): Promise<string | null> {
  const [, server, below = ''] = agent.exec(path) ?? []
  if (server === undefined) return nameAt(db, places, path)
  const own = item ?? (await nameAt(db, agentPlaces, below))
  const deployment = await agentName(db, server)
  return own && deployment ? `${own} (${deployment})` : (own ?? deployment)
}

/** The same of what is deleted with a grace, or was: its request says in its body what that is. */
export async function deletedIn(
  db: Queryable,
  changes: AuditEntry['changes'],
): Promise<string | null> {
  const value = (name: string) => changes?.find(({ field }) => field === name)?.value
  const kind = (['thread', 'suite', 'session', 'embed'] as const).find(
    (one) => one === value('kind'),
  )
  return kind ? nameOf(db, kind, String(value('subject_id'))) : null
}

/** A deployment by its name, or its id; a preview by that of its deployment. */
async function agentName(db: Queryable, server: string): Promise<string | null> {
  const [name = ''] = server.split('@')
  return isId(name) ? nameOf(db, 'deployment', name) : name
}

async function nameAt(
  db: Queryable,
  among: readonly { kind: Kind; at: RegExp }[],
  path: string,
): Promise<string | null> {
  for (const { kind, at } of among) {
    const found = at.exec(path)?.[1]
    if (found !== undefined) return nameOf(db, kind, found)
  }
  return null
}

async function nameOf(db: Queryable, kind: Kind, thingId: string): Promise<string | null> {
  // A provider's id is text.
  if (kind !== 'provider' && !isId(thingId)) return null
  return first(await db.query<{ name: string | null }>(names[kind], [thingId]))?.name ?? null
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
