import ipaddr from 'ipaddr.js'

/** Who can reach an address: everybody, a private network, this machine only; `never` is not connected to. */
export type Reach = 'public' | 'private' | 'loopback' | 'never'

/** Where clouds tell machines their own credentials, outside of the link-local range. */
export const metadataServices = [
  // Amazon, Google, Scaleway, Alibaba, Azure, Oracle; those of the others are link-local.
  ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42'],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192'],
]
const metadataAddresses = new Set(metadataServices.map((text) => ipaddr.parse(text).toString()))

const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const compatible = ipaddr.IPv6.parseCIDR('::/96')

const reaches: Record<string, Reach> = {
  unicast: 'public',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  loopback: 'loopback',
}

/**
 * What kind of address an IP is. An IPv4 address inside an IPv6 one counts as itself. Link-local
 * addresses (metadata services of clouds among them), wildcards, multicast, reserved ranges and
 * tunnels are `never`, and so is what is no address.
 */
export function reachOf(ip: string): Reach {
  if (!ipaddr.isValid(ip)) return 'never'
  const address = ipaddr.process(ip)
  if (metadataAddresses.has(address.toString())) return 'never'
  const range = address.range()
  if (address instanceof ipaddr.IPv6) {
    // NAT64 carries the IPv4 address in its last bytes; other translations, and the form of old, are not connected to.
    if (address.match(translated))
      return reachOf(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString())
    if (range === 'rfc6052') return 'never'
    if (range !== 'loopback' && address.match(compatible)) return 'never'
  }
  return reaches[range] ?? 'never'
}

const order: readonly Reach[] = ['public', 'private', 'loopback']

/** Whether an address may be connected to where nothing more private than `limit` may be. */
export function isWithin(reach: Reach, limit: Reach): boolean {
  return reach !== 'never' && order.indexOf(reach) <= order.indexOf(limit)
}

/** The most private of several addresses, which are those of one host; `never` if one is. */
export function widestReach(ips: readonly string[]): Reach {
  const found = ips.map(reachOf)
  if (found.includes('never')) return 'never'
  return order.findLast((reach) => found.includes(reach)) ?? 'never'
}

/** The IP in the host part of an address, or null for a name. */
export function literalIp(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : null
}
