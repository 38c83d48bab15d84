import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { literalIp } from './address-policy.ts'

export interface FoundAddress {
  address: string
  family: number
}

/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<FoundAddress[]>

export const resolveBySystem: Resolve = (hostname) => dns.promises.lookup(hostname, { all: true })

/** What decides where this server connects to, whoever named the place. */
export interface ConnectionRules {
  resolve: Resolve
  isAllowed: (ip: string) => boolean
  /** What is told where it is not. */
  refusal: (hostname: string) => Error
}

/**
 * The addresses of a host, each of them allowed; rejects with the refusal otherwise. One bad address spoils
 * the name: whoever holds it could hand out the other next time.
 */
export async function checkedAddresses(
  hostname: string,
  { resolve, isAllowed, refusal }: ConnectionRules,
): Promise<FoundAddress[]> {
  const literal = literalIp(hostname)
  const found = literal
    ? [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
    : await resolve(hostname)
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) {
    throw refusal(hostname)
  }
  return found
}

/**
 * Resolves the host of a connection and checks it in the same step, so that a name cannot lead elsewhere
 * between check and use. A host that is an address is never looked up: check it by `checkedAddresses` before.
 */
export function checkedLookup(rules: ConnectionRules): LookupFunction {
  return (hostname, { all, family }, callback) => {
    checkedAddresses(hostname, rules).then(
      (found) => {
        const usable = found.filter((one) => !family || one.family === family)
        const first = usable[0]
        if (!first) callback(rules.refusal(hostname), '', 0)
        else if (all) callback(null, usable)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}
