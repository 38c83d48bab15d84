import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import {
  attributesFault,
  type VisitorAttributes,
} from '../../../contract/embeds/visitor-attributes.ts'
import type { VisitorIdentity, VisitorSession } from '../../../contract/embeds/visitors.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { Database } from '../../db/database.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { KeptEmbed } from '../embed-store.ts'
import {
  findVisitor,
  insertRenewal,
  insertVisitor,
  signOutVisitor,
  takeRenewal,
  type VisitorRow,
  visitorOfUser,
  writeAttributes,
} from './visitor-store.ts'
import { readVisitorToken, signVisitorToken } from './visitor-tokens.ts'

const tokenLifeMs = 10 * 60_000
/** Two tabs of a visitor may renew at the same moment. */
const renewalGraceMs = 60_000

interface Tools {
  database: Database
  secretBox: SecretBox
  now: () => Date
}

export const identityContext = (embedId: string) => `embed ${embedId} identity`

/**
 * Opens a session, see `createVisitorSession` for the ways and refusals. `admit` is asked before a new
 * visitor is made, and refuses by throwing.
 */
export async function openSession(
  tools: Tools,
  { embed, identity_secret }: KeptEmbed,
  origin: string,
  asked: {
    renewal?: string | null | undefined
    identity?: VisitorIdentity | null | undefined
    attributes?: VisitorAttributes | undefined
  },
  admit: () => Promise<void>,
): Promise<VisitorSession> {
  const unsigned = asked.attributes
  if (unsigned) checkUnsigned(embed, unsigned)
  const session = await sessionFor()
  const signed = asked.identity ? signedAttributes(asked.identity) : undefined
  if (signed || unsigned) {
    await writeAttributes(tools.database, session.visitor_id, { signed, unsigned })
  }
  return session

  async function sessionFor(): Promise<VisitorSession> {
    if (asked.identity) {
      checkIdentity(tools, embed, identity_secret, asked.identity)
      const { user_id } = asked.identity
      signedAttributes(asked.identity)
      const visitor = await visitorOfUser(tools.database, embed.id, user_id, tools.now())
      return sessionOf(tools, visitor, origin, null)
    }
    if (embed.requires_identity) {
      throw new HttpError(403, 'This chat is for users that the site vouches for.')
    }
    if (asked.renewal) return renew(tools, embed, origin, asked.renewal)
    await admit()
    const visitor = await insertVisitor(tools.database, embed.id, tools.now())
    return sessionOf(tools, visitor, origin, await issueRenewal(tools, visitor))
  }
}

/** Attributes that only the page tells, which nobody vouches for. Throws 422 where the embed does not take them. */
export function checkUnsigned(embed: Embed, attributes: VisitorAttributes): void {
  if (!embed.requires_identity || Object.keys(attributes).length === 0) return
  throw invalidField(
    ['body', 'attributes'],
    'This chat takes only what the site signs of its users: put the attributes into the identity.',
  )
}

/** None are none: what was signed before counts no longer. */
function signedAttributes({ attributes }: VisitorIdentity): VisitorAttributes {
  if (!attributes) return {}
  const value = parsed(attributes)
  const fault = attributesFault(value)
  if (fault !== null) throw invalidField(['body', 'identity', 'attributes'], fault)
  return value as VisitorAttributes
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** The visitor of a bearer token. Throws 401 when it does not fit embed, origin, time or visitor. */
export async function visitorOf(
  tools: Tools,
  embed: Embed,
  origin: string,
  authorization: string | undefined,
): Promise<VisitorRow> {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  const claims = token === undefined ? null : readVisitorToken(tools.secretBox, token)
  const fits =
    claims?.embed_id === embed.id &&
    claims.origin === origin &&
    claims.expires_at > tools.now().getTime()
  const visitor = fits
    ? await findVisitor(tools.database, claims.visitor_id, tools.now())
    : undefined
  if (visitor && visitor.epoch === claims?.epoch) return visitor
  throw new HttpError(401, 'The chat’s session has run out. Open a new one.')
}

async function renew(
  tools: Tools,
  embed: Embed,
  origin: string,
  renewal: string,
): Promise<VisitorSession> {
  const now = tools.now()
  const visitor = await tools.database.transaction(async (tx) => {
    const taken = await takeRenewal(tx, hashOf(renewal), now)
    if (!taken) return null
    const isReplayed = taken.used_at && now.getTime() - taken.used_at.getTime() > renewalGraceMs
    if (isReplayed) {
      await signOutVisitor(tx, taken.visitor_id)
      return null
    }
    return findVisitor(tx, taken.visitor_id, now)
  })
  if (!visitor || visitor.embed_id !== embed.id) {
    throw new HttpError(401, 'The chat does not know this visitor any more.')
  }
  return sessionOf(tools, visitor, origin, await issueRenewal(tools, visitor))
}

function checkIdentity(
  tools: Tools,
  embed: Embed,
  sealed: string | null,
  identity: VisitorIdentity,
): void {
  if (sealed === null) {
    throw new HttpError(
      403,
      'This chat has no identity secret, so it cannot check who somebody is.',
    )
  }
  const { user_id, expires_at, attributes, signature } = identity
  const secret = tools.secretBox.open(sealed, identityContext(embed.id))
  const expected = createHmac('sha256', secret)
    .update([embed.key, user_id, expires_at, ...(attributes ? [attributes] : [])].join('.'))
    .digest('hex')
  if (!isSameSecret(signature, expected)) {
    throw new HttpError(403, 'The site’s word for who this is does not hold: wrong signature.')
  }
  if (expires_at * 1_000 <= tools.now().getTime()) {
    throw new HttpError(403, 'The site’s word for who this is has run out.')
  }
}

async function issueRenewal(tools: Tools, visitor: VisitorRow): Promise<string> {
  const renewal = randomBytes(32).toString('base64url')
  await insertRenewal(tools.database, hashOf(renewal), visitor.id, tools.now())
  return renewal
}

function sessionOf(
  tools: Tools,
  visitor: VisitorRow,
  origin: string,
  renewal: string | null,
): VisitorSession {
  const expires_at = tools.now().getTime() + tokenLifeMs
  const token = signVisitorToken(tools.secretBox, {
    embed_id: visitor.embed_id,
    visitor_id: visitor.id,
    origin,
    epoch: visitor.epoch,
    expires_at,
  })
  return {
    visitor_id: visitor.id,
    token,
    expires_at: new Date(expires_at).toISOString(),
    expires_in: tokenLifeMs / 1_000,
    renewal,
    consented_at: visitor.consented_at?.toISOString() ?? null,
  }
}

const hashOf = (renewal: string) => createHash('sha256').update(renewal).digest('base64url')
