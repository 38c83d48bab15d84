import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { metadataServices } from '../outgoing/address-policy.ts'
import type { UserRange } from './deployment-homes.ts'

const run = promisify(execFile)
/** How these rules are found among those of the machine. */
const preference = '9169'
const linkLocal = '169.254.0.0/16'
/** At some of these addresses clouds resolve names as well, on port 53. */
const ports = '54-65534'
const path = '/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin'

/**
 * Closes to the users of agents the addresses at which clouds tell a machine its own credentials: by routing
 * rules of the kernel (iproute2's `ip rule`) that hold for these users alone, whatever namespaces they make. The
 * rules are the same for all servers of a machine and stay until it starts anew, since the users are nobody else's.
 * @returns null, or why it could not be done, as `ip` says it
 */
export async function closeMetadata(users: UserRange): Promise<string | null> {
  for (const address of addresses()) {
    const problem = await rule('add', address, users)
    if (problem !== null && !/File exists/.test(problem)) return problem
  }
  return null
}

/** Takes back what `closeMetadata` has done, if it has. */
export async function openMetadata(users: UserRange): Promise<void> {
  for (const address of addresses()) await rule('del', address, users)
}

/** Of a protocol that the kernel does not speak nothing is reached. */
function addresses(): string[] {
  const speaks6 = existsSync('/proc/net/if_inet6')
  return [linkLocal, ...metadataServices.filter((address) => speaks6 || !address.includes(':'))]
}

async function rule(change: 'add' | 'del', address: string, users: UserRange) {
  const family = address.includes(':') ? '-6' : '-4'
  const who = `${users.first}-${users.last}`
  const where = ['to', address, 'uidrange', who, 'ipproto', 'tcp', 'dport', ports]
  const args = [family, 'rule', change, 'pref', preference, ...where, 'prohibit']
  const failed = await run('ip', args, { env: { PATH: path } }).then(
    () => null,
    (error: Error & { code?: unknown; stderr?: string }) => error,
  )
  if (failed === null) return null
  if (failed.code === 'ENOENT') return '“ip” of iproute2 is missing'
  return (failed.stderr || failed.message).trim().split('\n')[0]?.replace(/\.$/, '') ?? ''
}
