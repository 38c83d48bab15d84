import type {
  AlertChannel,
  AlertChannelCreate,
  AlertChannelKind,
  smtpSecurities,
} from '../../contract/alerts/channels.ts'

/** A channel as its form has it. Secrets that the server keeps are empty here. */
export interface ChannelValues {
  name: string
  kind: AlertChannelKind
  url: string
  signing_secret: string
  smtp_host: string
  smtp_port: string
  smtp_security: (typeof smtpSecurities)[number]
  smtp_username: string
  password: string
  from: string
  /** Separated by commas, spaces or lines. */
  to: string
}

export function channelValues(channel: AlertChannel | undefined): ChannelValues {
  return {
    name: channel?.name ?? '',
    kind: (channel?.kind ?? 'webhook') as AlertChannelKind,
    url: '',
    signing_secret: '',
    smtp_host: channel?.smtp_host ?? '',
    smtp_port: String(channel?.smtp_port ?? 587),
    smtp_security: (channel?.smtp_security ?? 'starttls') as ChannelValues['smtp_security'],
    smtp_username: channel?.smtp_username ?? '',
    password: '',
    from: channel?.from ?? '',
    to: channel?.to?.join(', ') ?? '',
  }
}

/** Why a channel cannot be sent yet, in words. @param isNew the server keeps no address of it yet */
export function channelProblem(values: ChannelValues, isNew: boolean): string | undefined {
  if (values.name.trim() === '') return 'Type a name first'
  if (values.kind !== 'email') {
    return isNew && values.url.trim() === '' ? 'Type the address first' : undefined
  }
  if (values.smtp_host.trim() === '') return 'Type the host of the mail server first'
  if (!/^\d+$/.test(values.smtp_port.trim())) return 'Type the port of the mail server first'
  if (values.from.trim() === '') return 'Type the address that alerts come from first'
  return addressesIn(values.to).length === 0 ? 'Type whom alerts go to first' : undefined
}

function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}

/** What is sent; the kind beside it where it is new. An empty secret stays what it is. */
export function channelBody(values: ChannelValues): Omit<AlertChannelCreate, 'kind'> {
  const name = values.name.trim()
  const { kind, url, signing_secret, password } = values
  if (kind !== 'email') {
    return {
      name,
      ...(url.trim() && { url: url.trim() }),
      ...(kind === 'webhook' && signing_secret.trim() && { signing_secret: signing_secret.trim() }),
    }
  }
  return {
    name,
    smtp_host: values.smtp_host.trim(),
    smtp_port: Number(values.smtp_port.trim()),
    smtp_security: values.smtp_security,
    smtp_username: values.smtp_username.trim() || null,
    ...(password && { password }),
    from: values.from.trim(),
    to: addressesIn(values.to),
  }
}

/** The same with `…` for what is secret. */
export function shownChannelBody(body: Partial<AlertChannelCreate>) {
  const hidden = (['url', 'signing_secret', 'password'] as const).filter((name) => body[name])
  return { ...body, ...Object.fromEntries(hidden.map((name) => [name, '…'])) }
}

/** A signing secret that nobody knows yet. */
export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

/** What stands in the fields that are shown of its kind, by their names in the body. */
export function heldAt({ name, kind, url, signing_secret, ...mail }: ChannelValues) {
  if (kind === 'email') return { name, ...mail }
  return kind === 'webhook' ? { name, url, signing_secret } : { name, url }
}
