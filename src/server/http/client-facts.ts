import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** Where a request came from and how the browser addressed it. */
export interface ClientFacts {
  /** The client's network address; behind a trusted proxy the one that the proxy tells. */
  address: string
  /** Host and port that the browser asked for, in lower case. */
  host: string
  isSecure: boolean
}

export type ReadClient = (context: Context) => ClientFacts

/** Proxies whose word counts: addresses, ranges such as `10.0.0.0/8`, or `loopback`. */
export function isProxyRange(text: string): boolean {
  return text === 'loopback' || ipaddr.isValidCIDR(text) || ipaddr.isValid(text)
}

/**
 * Reads who asks. `X-Forwarded-For`, `-Proto` and `-Host` count only where the connection itself comes
 * from a trusted proxy; of the addresses in the first, the last that is no trusted proxy is the
 * client, since everything before it could have been made up.
 */
export function clientReader(options: {
  trustedProxies: readonly string[]
  /** The other end of the connection. */
  socketAddressOf: (context: Context) => string | undefined
  /** Whether browsers reach the server by https whatever a proxy says. */
  isSecure: boolean
}): ReadClient {
  const isTrusted = rangeMatcher(options.trustedProxies)
  return (context) => {
    const socket = options.socketAddressOf(context) ?? 'unknown'
    const own = (context.req.header('host') ?? '').toLowerCase()
    if (!isTrusted(socket)) return { address: socket, host: own, isSecure: options.isSecure }
    const chain = [...listOf(context.req.header('x-forwarded-for')), socket]
    const address = chain.findLast((one) => !isTrusted(one)) ?? chain[0] ?? socket
    const host = listOf(context.req.header('x-forwarded-host')).at(-1)?.toLowerCase() ?? own
    const proto = listOf(context.req.header('x-forwarded-proto')).at(-1)
    return {
      address: ipaddr.isValid(address) ? address : socket,
      host,
      isSecure: options.isSecure || proto === 'https',
    }
  }
}

function listOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function rangeMatcher(ranges: readonly string[]): (address: string) => boolean {
  const isLoopbackTrusted = ranges.includes('loopback')
  const blocks = ranges
    .filter((range) => range !== 'loopback')
    .map((range) => {
      if (ipaddr.isValidCIDR(range)) return ipaddr.parseCIDR(range)
      const address = ipaddr.process(range)
      return [address, address.kind() === 'ipv4' ? 32 : 128] as const
    })
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    if (isLoopbackTrusted && address.range() === 'loopback') return true
    return blocks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
  }
}
