import { createHash } from 'node:crypto'

/** What is kept of a random token: 256 random bits need no slow hash. In hexadecimal. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
