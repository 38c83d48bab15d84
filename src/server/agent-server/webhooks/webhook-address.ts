import type { LookupFunction } from 'node:net'
import { isWithin, literalIp, reachOf } from '../../outgoing/address-policy.ts'
import { checkedLookup, type Resolve } from '../../outgoing/checked-lookup.ts'

/** Which addresses webhooks may reach besides public ones. */
export type PrivateAddresses = 'allow' | 'deny'

/** Whether a webhook is a path of the run's own deployment, as a route of its project is (published). */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address)
}

/** Why a webhook of that address is refused, in a sentence; null when it is fine as far as one can see. */
export function webhookRefusal(address: string): string | null {
  if (isOwnPath(address)) return null
  if (!URL.canParse(address)) {
    return 'Write an absolute address that begins with https:// or http://, or a path of this deployment that begins with /.'
  }
  const { protocol, username, password, hostname } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return 'Write an address that begins with https:// or http://.'
  }
  if (username || password) return 'The address must hold no user name or password.'
  const literal = literalIp(hostname)
  if (literal !== null && !mayCall(literal, 'allow')) {
    return 'Webhooks to link-local and metadata addresses are refused.'
  }
  return null
}

/** Whether a webhook may be sent to an IP address. */
export function mayCall(address: string, privateAddresses: PrivateAddresses): boolean {
  return isWithin(reachOf(address), privateAddresses === 'allow' ? 'loopback' : 'public')
}

/** How the host of a webhook is resolved for its connection. */
export function webhookLookup(
  privateAddresses: PrivateAddresses,
  resolve: Resolve,
): LookupFunction {
  return checkedLookup({
    resolve,
    isAllowed: (ip) => mayCall(ip, privateAddresses),
    refusal: () => new Error('The address is not one that webhooks may reach.'),
  })
}
