import { embedApiPath } from '../../contract/embeds/embed-api-path.ts'
import type { EmbedFinding } from '../../contract/embeds/embed-check.ts'
import type { EmbedConfig, VisitorSession } from '../../contract/embeds/visitors.ts'
import { asksForNonce, metaPolicies, policyFaults } from './site-policy.ts'
import { examineStream } from './stream-check.ts'

/** Reads a page: its status, its policy headers, and its text (the beginning is enough). */
export type ReadSite = (
  url: string,
) => Promise<{ status: number; policies: string[]; html: string }>

interface Examination {
  /** The server's address as browsers know it, without a slash at its end. */
  server: string
  embedKey: string
  /** Address of a page of the site. */
  site: string
  /** How the server itself is asked. */
  fetch: typeof fetch
  /** How the site is read: where the asker is a server, through its rules for addresses. */
  readSite: ReadSite
  now: () => number
}

const ok = (name: string, found: string): EmbedFinding => ({ name, status: 'ok', found, fix: null })
const bad = (
  name: string,
  found: string,
  fix: string,
  status: 'warn' | 'fail' = 'fail',
): EmbedFinding => ({ name, status, found, fix })

const skewLimitMs = 60_000

/**
 * Examines from outside whether an embedded chat works on a site: the script, the embed's origins, the
 * site's policy, the session, the way that streams take, and feedback. Never rejects.
 */
export async function examineEmbed(examination: Examination): Promise<EmbedFinding[]> {
  const { server, embedKey, site, now } = examination
  const { origin } = new URL(site)
  const api = `${server}${embedApiPath(embedKey)}`
  const ask = (address: string, init: RequestInit = {}) =>
    examination.fetch(address, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), origin },
      redirect: 'manual',
    })
  const findings = [await examineScript(() => ask(`${server}/widget.js`))]
  const config = await ask(`${api}/config`).catch(() => null)
  const known = config?.ok ? ((await config.clone().json()) as EmbedConfig) : null
  findings.push(...(await examineSite(examination, known?.shows_components ?? false)))
  findings.push(await examineOrigin(config, origin))
  if (!known) return findings
  const { tracing_origin, feedback_keys, requires_identity } = known

  if (requires_identity) {
    findings.push(ok('Session', 'Visitors come with a signed identity, so none was opened here.'))
  }
  const session = requires_identity
    ? null
    : await examineSession(() => ask(`${api}/session`, post), now)
  if (session) findings.push(session.finding)
  findings.push(await examineStream(() => ask(`${api}/stream-check`), now))
  const headers = session?.token ? { authorization: `Bearer ${session.token}` } : undefined
  const askVotes = () => ask(`${api}/feedback-check`, { headers })
  findings.push(await examineFeedback(askVotes, tracing_origin, feedback_keys))
  return findings
}

const post: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
}

async function examineScript(ask: () => Promise<Response>): Promise<EmbedFinding> {
  const name = 'Script'
  try {
    const response = await ask()
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && type.includes('javascript')) return ok(name, 'widget.js is served.')
    return bad(
      name,
      `widget.js answers ${response.status} ${type}.`,
      'Let the reverse proxy pass /widget.js and everything below /widget/ to Quarterdeck.',
    )
  } catch {
    return bad(
      name,
      'The server cannot be reached at this address.',
      'Check the address, its certificate, and that the server runs.',
    )
  }
}

async function examineSite(
  { site, server, readSite }: Examination,
  hasFrames: boolean,
): Promise<EmbedFinding[]> {
  const name = 'Content-Security-Policy of the site'
  const secure = secureContext(site, server)
  try {
    const { status, policies, html } = await readSite(site)
    if (status >= 400) {
      return [bad(name, `The page answers ${status}.`, 'Give the address of a page that is there.')]
    }
    const all = [...policies, ...metaPolicies(html)].map((policy) =>
      policy.replaceAll("'self'", new URL(site).origin),
    )
    const faults = [false, ...(hasFrames ? [true] : [])].flatMap((isFrame) =>
      policyFaults(all, server, isFrame),
    )
    if (faults.length > 0) {
      const found = `It blocks ${faults.map(({ directive }) => directive).join(' and ')}.`
      const fix = `Add ${new URL(server).origin} to ${faults.map(({ directive }) => directive).join(' and to ')}.`
      return [bad(name, found, fix), ...secure]
    }
    const allowed = asksForNonce(all)
      ? 'It lets the chat work, where the script’s tag has the nonce.'
      : 'It lets the chat work.'
    const found = all.length === 0 ? 'The page has none.' : allowed
    return [ok(name, found), ...secure]
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'No reason was given.'
    return [bad(name, `The page could not be read. ${reason}`, 'Check its address.', 'warn')]
  }
}

function secureContext(site: string, server: string): EmbedFinding[] {
  const isMixed = site.startsWith('https:') && server.startsWith('http:')
  if (!isMixed) return []
  return [
    bad(
      'Encryption',
      'The site uses https, the chat’s server does not: browsers refuse that.',
      'Put the server behind https and set QUARTERDECK_PUBLIC_URL to that address.',
    ),
  ]
}

async function examineOrigin(response: Response | null, origin: string): Promise<EmbedFinding> {
  const name = 'Allowed origins and CORS'
  if (!response) {
    return bad(
      name,
      'The embed’s interface did not answer.',
      'Let the proxy pass everything below /embed/.',
    )
  }
  const body = response.ok
    ? null
    : ((await response
        .clone()
        .json()
        .catch(() => null)) as { detail?: unknown } | null)
  if (response.status === 403) {
    return bad(
      name,
      String(body?.detail ?? 'It is refused.'),
      `Add ${origin} to the embed’s allowed origins, and see that it is switched on.`,
    )
  }
  if (!response.ok) {
    return bad(
      name,
      String(body?.detail ?? `Status ${response.status}.`),
      'Use the embed’s present key.',
    )
  }
  if (response.headers.get('access-control-allow-origin') !== origin) {
    return bad(
      name,
      'The answer’s CORS headers do not name the site: something on the way changes them.',
      'Let the proxy pass the Access-Control headers on, and add none of its own.',
    )
  }
  return ok(name, `${origin} may use the embed.`)
}

async function examineSession(
  ask: () => Promise<Response>,
  now: () => number,
): Promise<{ finding: EmbedFinding; token: string | null }> {
  const name = 'Session'
  const response = await ask().catch(() => null)
  if (!response?.ok) {
    const finding = bad(
      name,
      `Opening a session answers ${response?.status ?? 'nothing'}.`,
      'Let the proxy pass POST requests below /embed/.',
    )
    return { finding, token: null }
  }
  const session = (await response.json()) as VisitorSession
  const date = Date.parse(response.headers.get('date') ?? '')
  const minutes = Math.round((Date.parse(session.expires_at) - (date || now())) / 60_000)
  const finding =
    Math.abs(date - now()) > skewLimitMs
      ? bad(
          name,
          'The clocks of this machine and the server are more than a minute apart.',
          'Let both take their time from the network.',
          'warn',
        )
      : ok(name, `A session lasts ${minutes} minutes and is renewed silently.`)
  return { finding, token: session.token }
}

async function examineFeedback(
  ask: () => Promise<Response>,
  tracingOrigin: string,
  keys: readonly string[],
): Promise<EmbedFinding> {
  const name = 'Feedback'
  if (keys.length === 0) return ok(name, 'The embed asks for none.')
  const response = await ask().catch(() => null)
  if (response?.status === 204) {
    return ok(name, `Votes go through this server to ${tracingOrigin}, which answers.`)
  }
  // Without a session a refusal shows that the way to this server is open; more cannot be seen.
  if (response?.status === 401) return ok(name, `Votes go through this server to ${tracingOrigin}.`)
  if (response?.status === 502) {
    return bad(
      name,
      `${tracingOrigin} does not answer this server, so votes are lost.`,
      'Check the feedback service’s address and key in the connection.',
    )
  }
  return bad(
    name,
    `The way of votes answers ${response?.status ?? 'nothing'}.`,
    'Let the proxy pass everything below /embed/.',
  )
}
