import type { CustomFetch } from 'openid-client'
import { isWithin, literalIp, reachOf, widestReach } from '../../outgoing/address-policy.ts'
import type { Resolve } from '../../outgoing/checked-lookup.ts'
import { providerFetch } from '../../outgoing/provider-fetch.ts'

/**
 * The way to the sign-in provider. Its issuer an operator named, so it may be on this machine or a private network;
 * other hosts that its description names may be as private as the issuer is, no further: a provider in the internet
 * cannot make this server ask a machine inside.
 */
export function guardedProviderFetch(issuer: string, resolve: Resolve): CustomFetch {
  const { host, hostname } = new URL(issuer)
  const named = providerFetch((ip) => reachOf(ip) === 'never', resolve)
  const reachOfIssuer = async () => {
    const literal = literalIp(hostname)
    return widestReach(literal ? [literal] : (await resolve(hostname)).map((one) => one.address))
  }
  return async (address, options) => {
    if (new URL(address).host === host) return named(address, options)
    const limit = await reachOfIssuer()
    return providerFetch((ip) => !isWithin(reachOf(ip), limit), resolve)(address, options)
  }
}
