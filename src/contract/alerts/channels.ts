import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'
import { alertName } from './rules.ts'

export const alertChannelKinds = ['webhook', 'slack', 'email'] as const
export type AlertChannelKind = (typeof alertChannelKinds)[number]

/** How a mail server is spoken to: TLS from the first byte, TLS that is asked for (and demanded), or none. */
export const smtpSecurities = ['tls', 'starttls', 'none'] as const

/** Where alerts go. Addresses of webhooks, signing secrets and passwords are kept by the server and never told again. */
export const AlertChannel = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** One of `alertChannelKinds`. */
  kind: z.string(),
  /** Of a webhook, the origin of its address; of e-mail, host and port of the mail server. */
  leads_to: z.string(),
  /** Whether a signing secret or a password is kept. */
  has_secret: z.boolean(),
  smtp_host: z.nullish(z.string()),
  smtp_port: z.nullish(z.number()),
  /** One of `smtpSecurities`. */
  smtp_security: z.nullish(z.string()),
  smtp_username: z.nullish(z.string()),
  from: z.nullish(z.string()),
  to: z.nullish(z.array(z.string())),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AlertChannel = z.infer<typeof AlertChannel>

const oneLine = z.string().check(z.trim(), z.maxLength(300), z.regex(/^[^\r\n]*$/, 'One line.'))
const mailAddress = oneLine.check(z.regex(/^[^@\s<>,;]+@[^@\s<>,;]+$/, 'Write a mail address.'))

/** A signing secret, as of the Standard Webhooks convention. */
export const signingSecretPattern = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/

const settings = {
  /** Of `webhook` and `slack`. */
  url: z.optional(z.string().check(z.trim(), z.maxLength(2_000))),
  /** Of `webhook`; null for none. */
  signing_secret: z.nullish(
    z.string().check(z.regex(signingSecretPattern, 'whsec_ and at least 24 bytes in base64.')),
  ),
  /** The rest is of `email`. */
  smtp_host: z.optional(oneLine),
  smtp_port: z.optional(z.int().check(z.gte(1), z.lte(65_535))),
  smtp_security: z.optional(z.enum(smtpSecurities)),
  smtp_username: z.nullish(oneLine),
  password: z.nullish(z.string().check(z.maxLength(1_000))),
  from: z.optional(mailAddress),
  to: z.optional(
    z.array(mailAddress).check(z.minLength(1, 'Write one address at least.'), z.maxLength(50)),
  ),
}

const AlertChannelCreate = z.strictObject({
  name: alertName,
  kind: z.enum(alertChannelKinds),
  ...settings,
})
export type AlertChannelCreate = z.output<typeof AlertChannelCreate>

/** What is left out stays, secrets too. */
const AlertChannelPatch = z.strictObject({ name: z.optional(alertName), ...settings })
export type AlertChannelPatch = z.output<typeof AlertChannelPatch>

const params = z.object({ channel_id: id })

/** By name. */
export const listAlertChannels = endpoint({
  name: 'listAlertChannels',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/alerts/channels',
  role: 'viewer',
  isAudited: false,
  response: z.array(AlertChannel),
})

/** 201; 409 when the name is taken. */
export const createAlertChannel = endpoint({
  name: 'createAlertChannel',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/alerts/channels',
  role: 'admin',
  isAudited: true,
  body: AlertChannelCreate,
  response: AlertChannel,
})

export const patchAlertChannel = endpoint({
  name: 'patchAlertChannel',
  area: 'gateway',
  method: 'PATCH',
  path: '/gateway/alerts/channels/{channel_id}',
  role: 'admin',
  isAudited: true,
  params,
  body: AlertChannelPatch,
  response: AlertChannel,
})

/** 204. What was not sent yet is given up. */
export const deleteAlertChannel = endpoint({
  name: 'deleteAlertChannel',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/alerts/channels/{channel_id}',
  role: 'admin',
  isAudited: true,
  params,
  response: noContent,
})

/** Sends a message that says it is a test, once, and tells what came of it. */
export const testAlertChannel = endpoint({
  name: 'testAlertChannel',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/alerts/channels/{channel_id}/test',
  role: 'admin',
  isAudited: true,
  params,
  response: z.looseObject({
    was_taken: z.boolean(),
    /** What the other side answered, or why nothing came. */
    answer: z.string(),
  }),
})
