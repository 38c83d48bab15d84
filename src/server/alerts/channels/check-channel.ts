import type { AlertChannelCreate, AlertChannelPatch } from '../../../contract/alerts/channels.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { literalIp, reachOf } from '../../outgoing/address-policy.ts'
import type { MailSettings, OpenChannel } from './channel-store.ts'

const ofWebhooks = ['url'] as const
const ofMail = ['smtp_host', 'smtp_port', 'smtp_security', 'smtp_username', 'from', 'to'] as const
const allSettings = [...ofWebhooks, 'signing_secret', ...ofMail, 'password'] as const

const settingsOf: Record<OpenChannel['kind'], readonly (typeof allSettings)[number][]> = {
  webhook: [...ofWebhooks, 'signing_secret'],
  slack: ofWebhooks,
  email: [...ofMail, 'password'],
}

/** A new channel. Throws 422 by name for what is missing, and for what its kind has no place for. */
export function newChannel(id: string, body: AlertChannelCreate): OpenChannel {
  refuseOthers(body.kind, body)
  const named = { id, name: body.name }
  const { kind } = body
  if (kind === 'email') return { ...named, kind, ...mailOf(body), password: passwordOf(body) }
  const url = checkedUrl(body.url)
  if (kind === 'slack') return { ...named, kind, url }
  return { ...named, kind, url, signing_secret: body.signing_secret ?? null }
}

/**
 * A channel with what was changed. A password goes to the mail server that it was given for: for another one, or one that is
 * spoken to in another way, it has to be given again.
 */
export function changedChannel(known: OpenChannel, body: AlertChannelPatch): OpenChannel {
  refuseOthers(known.kind, body)
  const name = body.name ?? known.name
  if (known.kind === 'email') {
    const given = Object.fromEntries(
      ofMail.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]]])),
    )
    const mail = mailOf({ ...known, ...given })
    const isElsewhere =
      mail.smtp_host !== known.smtp_host ||
      mail.smtp_port !== known.smtp_port ||
      mail.smtp_security !== known.smtp_security
    if (known.password !== null && isElsewhere && body.password === undefined) {
      throw invalidField(
        ['body', 'password'],
        'The password was given for another mail server. Write it again for this one.',
      )
    }
    const password = body.password === undefined ? known.password : passwordOf(body)
    return { ...known, name, ...mail, password }
  }
  const url = body.url === undefined ? known.url : checkedUrl(body.url)
  if (known.kind === 'slack') return { ...known, name, url }
  const { signing_secret = known.signing_secret } = body
  return { ...known, name, url, signing_secret }
}

function refuseOthers(kind: OpenChannel['kind'], body: AlertChannelPatch): void {
  for (const key of allSettings) {
    if (body[key] === undefined || body[key] === null || settingsOf[kind].includes(key)) continue
    throw invalidField(['body', key], `Channels of ${kind} have none.`)
  }
}

function checkedUrl(address: string | undefined): string {
  const refuse = (sentence: string) => invalidField(['body', 'url'], sentence)
  if (!address || !URL.canParse(address)) {
    throw refuse('Write an absolute address that begins with https:// or http://.')
  }
  const { protocol, username, password, hostname, href } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw refuse('Write an address that begins with https:// or http://.')
  }
  if (username || password) throw refuse('The address must hold no user name or password.')
  const literal = literalIp(hostname)
  if (literal !== null && reachOf(literal) === 'never') {
    throw refuse('Link-local and metadata addresses are not connected to.')
  }
  return href
}

function mailOf(body: AlertChannelPatch): MailSettings {
  const needed = <Value>(key: string, value: Value | undefined, sentence: string): Value => {
    if (value === undefined || value === '') throw invalidField(['body', key], sentence)
    return value
  }
  const smtp_host = needed('smtp_host', body.smtp_host, 'Write the host of the mail server.')
  const literal = literalIp(smtp_host)
  if (!/^[A-Za-z0-9.:[\]_-]+$/.test(smtp_host) || (literal && reachOf(literal) === 'never')) {
    throw invalidField(
      ['body', 'smtp_host'],
      'Write a host name or an address that can be connected to.',
    )
  }
  return {
    smtp_host,
    smtp_port: needed('smtp_port', body.smtp_port, 'Write the port of the mail server.'),
    smtp_security: body.smtp_security ?? 'starttls',
    smtp_username: body.smtp_username || null,
    from: needed('from', body.from, 'Write the address that alerts come from.'),
    to: needed('to', body.to, 'Write whom alerts go to.'),
  }
}

function passwordOf({ password, smtp_username }: AlertChannelPatch): string | null {
  if (!password) return null
  if (smtp_username === null) throw new HttpError(422, 'A password needs a user name.')
  return password
}
