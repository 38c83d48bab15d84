import { lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses webhooks may reach besides public ones. */
export type PrivateAddresses = 'allow' | 'deny'

/** Where clouds tell a machine its secrets, outside of the link-local range. */
const metadataAddresses = ['fd00:ec2::254', '100.100.100.200', '168.63.129.16']
const neverRanges = ['unspecified', 'broadcast', 'multicast', 'linkLocal', 'reserved']
const privateRanges = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']

/** Why a webhook of that address is refused, in a sentence; null when it is fine as far as one can see. */
export function webhookRefusal(address: string): string | null {
  if (!URL.canParse(address))
    return 'Write an absolute address that begins with https:// or http://.'
  const { protocol, username, password, hostname } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return 'Write an address that begins with https:// or http://.'
  }
  if (username || password) return 'The address must hold no user name or password.'
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal) && !mayCall(literal, 'allow')) {
    return 'Webhooks to link-local and metadata addresses are refused.'
  }
  return null
}

/** Whether a webhook may be sent to an IP address. */
export function mayCall(address: string, privateAddresses: PrivateAddresses): boolean {
  // An IPv4 address in the clothes of an IPv6 one is what it stands for.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  const isMetadata = metadataAddresses.some(
    (known) => ipaddr.parse(known).toNormalizedString() === parsed.toNormalizedString(),
  )
  if (isMetadata || neverRanges.includes(range)) return false
  if (range === 'unicast') return true
  return privateRanges.includes(range) && privateAddresses === 'allow'
}

/**
 * Resolves a host name for a connection and leaves out the addresses that are not to be called, so
 * that what was checked is what is connected to.
 */
export function guardedLookup(privateAddresses: PrivateAddresses): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const allowed = found.filter(({ address }) => mayCall(address, privateAddresses))
      const [one] = allowed
      if (!one) return callback(new Error('The address is not one that webhooks may reach.'), '')
      if (options.all) return callback(null, allowed)
      return callback(null, one.address, one.family)
    })
  }
}
