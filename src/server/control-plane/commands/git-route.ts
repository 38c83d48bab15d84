import { isWithin, reachOf } from '../../outgoing/address-policy.ts'
import {
  type ConnectionRules,
  checkedAddresses,
  type Resolve,
  resolveBySystem,
} from '../../outgoing/checked-lookup.ts'
import { createUpstream } from '../../outgoing/upstream.ts'

/** The way that git takes to a repository, by the server's own rules for what is connected to. */
export interface GitRoute {
  /** What git is given in place of the address: where it leads, after redirects on the same host. */
  address: string
  /** Options of git that hold it to that: the addresses that were checked, and no redirect. */
  options: string[]
}

/** A sentence for whoever wrote the address: it leads where this server does not connect to. */
export class GitRouteRefusal extends Error {}

const mostRedirects = 4
const answerLimitMs = 20_000
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * Checks where a repository's address leads before git goes there. Over HTTP git connects to the addresses
 * that were checked here and to no other, so a name cannot lead elsewhere meanwhile, and follows no redirect:
 * those of the same host are followed here before. For SSH and git's own protocol the name is checked only
 * beforehand. Folders, and what goes through the machine's proxy, are left as they are.
 */
export async function gitRoute(
  address: string,
  {
    env,
    signal,
    resolve = resolveBySystem,
  }: {
    env: Record<string, string>
    signal: AbortSignal
    resolve?: Resolve | undefined
  },
): Promise<GitRoute> {
  const host = hostOf(address)
  if (host === null || isProxied(env)) return { address, options: [] }
  const rules: ConnectionRules = {
    resolve,
    isAllowed: (ip) => isWithin(reachOf(ip), 'loopback'),
    refusal: (name) =>
      new GitRouteRefusal(
        `${name} leads to an address that this server does not connect to (link-local, or a metadata service).`,
      ),
  }
  // Whoever cannot be found now must not be found by git a moment later.
  const found = await checkedAddresses(host, rules).catch((error: unknown) => {
    throw error instanceof GitRouteRefusal ? error : new GitRouteRefusal(`${host} is not found.`)
  })
  if (!/^https?:/i.test(address)) return { address, options: [] }
  const target = await followed(address, resolve, signal)
  const { port, protocol } = new URL(target)
  const ips = found.map(({ address: ip, family }) => (family === 6 ? `[${ip}]` : ip))
  const pin = `${host}:${port || defaultPorts[protocol]}:${ips.join(',')}`
  return {
    address: target,
    options: ['-c', 'http.followRedirects=false', '-c', `http.curloptResolve=${pin}`],
  }
}

/** The host of `https://…`, `ssh://…`, `git://…` and `user@host:path`; null for a folder. */
function hostOf(address: string): string | null {
  if (/^(https?|ssh|git|git\+ssh):\/\//i.test(address)) {
    return URL.canParse(address) ? new URL(address).hostname : null
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return null
  return /^(?:[^/@\s]+@)?([^/:@\s]{2,}):/.exec(address)?.[1] ?? null
}

function isProxied(env: Record<string, string>): boolean {
  return Object.keys(env).some((name) => /^(https?|all)_proxy$/i.test(name) && env[name] !== '')
}

/** Asks as git does first, and follows redirects of the same host; what fails otherwise git tells better. */
async function followed(address: string, resolve: Resolve, signal: AbortSignal): Promise<string> {
  const ask = createUpstream({ resolve, silenceLimitMs: answerLimitMs })
  const query = '/info/refs?service=git-upload-pack'
  let base = address.replace(/\/+$/, '')
  for (let hop = 0; hop < mostRedirects; hop += 1) {
    const target = new URL(base + query)
    const asked = ask({ target, limit: 'loopback', method: 'GET', headers: {}, signal })
    const answer = await asked.catch(() => null)
    answer?.destroy()
    const { statusCode: status = 0, headers: { location } = {} } = answer ?? {}
    if (status < 300 || status >= 400 || !location) return base
    const next = URL.canParse(location, target) ? new URL(location, target) : null
    const isUpgrade = next?.protocol === target.protocol || next?.protocol === 'https:'
    if (!next || next.hostname !== target.hostname || !isUpgrade || !next.href.endsWith(query)) {
      throw new GitRouteRefusal(
        `${target.origin} redirects to ${next?.origin ?? 'somewhere else'}, which is not followed. Write the address that it leads to.`,
      )
    }
    base = next.href.slice(0, -query.length)
  }
  throw new GitRouteRefusal(`${new URL(base).origin} redirects again and again.`)
}
