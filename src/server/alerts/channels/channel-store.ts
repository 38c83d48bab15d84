import type {
  AlertChannel,
  AlertChannelKind,
  smtpSecurities,
} from '../../../contract/alerts/channels.ts'
import { first, type Queryable } from '../../db/database.ts'
import { type KeyChange, resealColumn } from '../../secrets/reseal-column.ts'
import type { AlertsContext } from '../alerts-context.ts'

/** Of e-mail: what may be shown. */
export interface MailSettings {
  smtp_host: string
  smtp_port: number
  smtp_security: (typeof smtpSecurities)[number]
  smtp_username: string | null
  from: string
  to: string[]
}

/** Sealed as one text. */
interface ChannelSecret {
  url?: string
  signing_secret?: string | null
  password?: string | null
}

/** A channel with its secrets, for sending and changing. */
export type OpenChannel = { id: string; name: string } & (
  | { kind: 'webhook'; url: string; signing_secret: string | null }
  | { kind: 'slack'; url: string }
  | ({ kind: 'email'; password: string | null } & MailSettings)
)

interface Row {
  id: string
  name: string
  kind: AlertChannelKind
  /** What may be shown: of a webhook its origin and whether it is signed. */
  settings: { leads_to: string; has_secret: boolean } & Partial<MailSettings>
  sealed_secret: string | null
  created_at: Date
  updated_at: Date
}

/** A channel's secrets fit in its own place only. */
function channelContext(id: string): string {
  return `alert channel ${id}`
}

/** By name, without secrets. */
export async function listChannels(db: Queryable): Promise<AlertChannel[]> {
  const rows = await db.query<Row>('select * from alert_channels order by lower(name), id')
  return rows.map(({ settings, sealed_secret: _, created_at, updated_at, ...row }) => ({
    ...row,
    ...settings,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }))
}

/** A channel as it is sent to; undefined where there is none of that id. */
export async function openChannel(
  { database, secretBox, onSecret }: Pick<AlertsContext, 'database' | 'secretBox' | 'onSecret'>,
  id: string,
): Promise<OpenChannel | undefined> {
  const row = first(await database.query<Row>('select * from alert_channels where id = $1', [id]))
  if (!row) return undefined
  const secret: ChannelSecret =
    row.sealed_secret === null
      ? {}
      : JSON.parse(secretBox.open(row.sealed_secret, channelContext(id)))
  for (const text of secretsOf(secret)) onSecret(text)
  return { ...row.settings, ...secret, id, name: row.name, kind: row.kind } as OpenChannel
}

/** Writes all of a channel, new or not. */
export async function saveChannel(
  { database, secretBox, onSecret }: Pick<AlertsContext, 'database' | 'secretBox' | 'onSecret'>,
  channel: OpenChannel,
  at: Date,
): Promise<void> {
  const { settings, secret } = apart(channel)
  for (const text of secretsOf(secret)) onSecret(text)
  await database.query(
    `insert into alert_channels (id, name, kind, settings, sealed_secret, created_at, updated_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $6)
     on conflict (id) do update set name = $2, settings = $4::jsonb, sealed_secret = $5, updated_at = $6`,
    [
      channel.id,
      channel.name,
      channel.kind,
      JSON.stringify(settings),
      secretBox.seal(JSON.stringify(secret), channelContext(channel.id)),
      at,
    ],
  )
}

/** What of a channel may be shown, and what is sealed. */
function apart(channel: OpenChannel): { settings: Row['settings']; secret: ChannelSecret } {
  switch (channel.kind) {
    case 'webhook': {
      const { url, signing_secret } = channel
      const settings = { leads_to: new URL(url).origin, has_secret: signing_secret !== null }
      return { settings, secret: { url, signing_secret } }
    }
    case 'slack': {
      const { url } = channel
      return { settings: { leads_to: new URL(url).origin, has_secret: false }, secret: { url } }
    }
    case 'email': {
      const { smtp_host, smtp_port, smtp_security, smtp_username, from, to, password } = channel
      const leads_to = `${smtp_host}:${smtp_port}`
      const shown = { smtp_host, smtp_port, smtp_security, smtp_username, from, to }
      const settings = { leads_to, has_secret: password !== null, ...shown }
      return { settings, secret: { password } }
    }
  }
}

/** What no answer and no log may repeat: the part of an address that may hold a token, too. */
function secretsOf({ url, signing_secret, password }: ChannelSecret): string[] {
  const place = url === undefined ? [] : [url, url.slice(new URL(url).origin.length)]
  return [...place, signing_secret, password].filter(
    (text): text is string => typeof text === 'string' && text.length > 1,
  )
}

/** A text from the other side without the channel's secrets, which it may have repeated. */
export function withoutSecrets(channel: OpenChannel, text: string): string {
  return secretsOf(apart(channel).secret).reduce(
    (shown, secret) => shown.replaceAll(secret, '•••'),
    text,
  )
}

/** Deletes a channel; rules forget it, and what was not sent yet is given up by whoever comes to it. */
export async function removeChannel(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `update alert_rules set channel_ids = channel_ids - $1::text where channel_ids ? $1::text`,
    [id],
  )
  await tx.query('delete from alert_channels where id = $1', [id])
}

/** Seals the secrets of all channels for another key. Answers how many; throws as `resealColumn`. */
export function resealChannels(tx: Queryable, change: KeyChange): Promise<number> {
  const place = { table: 'alert_channels', column: 'sealed_secret', context: channelContext }
  return resealColumn(tx, change, place)
}
