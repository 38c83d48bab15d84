import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** About 30 ms and 32 MB on a present machine. */
const cost = { N: 32_768, r: 8, p: 1 }
const keyBytes = 32

/** `scrypt$N$r$p$salt$hash`: the costs stay with the hash, so that they can be raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  const parts = [cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')]
  return ['scrypt', ...parts].join('$')
}

/** Whether it is the password that was hashed. Throws for what is no hash of ours. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, expected] = hash.split('$')
  if (scheme !== 'scrypt' || !salt || !expected) throw new Error('This is no hash of a password.')
  const wanted = Buffer.from(expected, 'base64url')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64url'), options)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function derive(
  password: string,
  salt: Buffer,
  options: { N: number; r: number; p: number },
): Promise<Buffer> {
  const full: ScryptOptions = { ...options, maxmem: 256 * options.N * options.r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyBytes, full, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
