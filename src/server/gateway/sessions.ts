import { createHash, randomBytes } from 'node:crypto'
import { isSameSecret } from '../secret-box.ts'

const lifeMs = 12 * 3_600_000
const windowMs = 60_000
const triesPerAddress = 5
const triesInAll = 50

/** Operators' sessions, in memory: a restart signs everybody out. */
export class Sessions {
  /** By the hash of the session's id: when it ends. */
  private readonly open = new Map<string, number>()
  private readonly failures: { address: string; at: number }[] = []
  private readonly password: string | null
  private readonly now: () => Date

  /** Without a password nobody has to sign in. */
  constructor(password: string | null, now: () => Date) {
    this.password = password
    this.now = now
  }

  get isRequired(): boolean {
    return this.password !== null
  }

  isSignedIn(sessionId: string | undefined): boolean {
    if (!this.isRequired) return true
    const ends = sessionId === undefined ? undefined : this.open.get(hashOf(sessionId))
    return ends !== undefined && ends > this.now().getTime()
  }

  /** The new session's id; `wrong` for another password, `later` after too many of them. */
  signIn(
    password: string,
    address: string,
  ): { id: string; lifeSeconds: number } | 'wrong' | 'later' {
    const now = this.now().getTime()
    while (this.failures[0] && this.failures[0].at <= now - windowMs) this.failures.shift()
    const own = this.failures.filter((failure) => failure.address === address)
    if (own.length >= triesPerAddress || this.failures.length >= triesInAll) return 'later'
    if (this.password === null || !isSameSecret(password, this.password)) {
      this.failures.push({ address, at: now })
      return 'wrong'
    }
    for (const [hash, ends] of this.open) if (ends <= now) this.open.delete(hash)
    const id = randomBytes(32).toString('base64url')
    this.open.set(hashOf(id), now + lifeMs)
    return { id, lifeSeconds: lifeMs / 1_000 }
  }

  signOut(sessionId: string | undefined): void {
    if (sessionId !== undefined) this.open.delete(hashOf(sessionId))
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
