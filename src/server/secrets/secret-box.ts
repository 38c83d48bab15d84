import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts and signs with keys that are derived from the installation's one secret key. */
export interface SecretBox {
  /** AES-256-GCM. `context` must be the same when it is opened: a sealed value fits in one place only. */
  seal(plain: string, context: string): string
  /** Throws when the key or the context is another, or the text was changed. */
  open(sealed: string, context: string): string
  /** 256 bits, unguessable without the key; the same for the same purpose and text. */
  derive(purpose: string, text: string): string
}

/** `secretKey` is any text with enough randomness: the data directory's file or QUARTERDECK_SECRET_KEY. */
export function secretBox(secretKey: string): SecretBox {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `quarterdeck ${purpose}`, 32))
  const sealingKey = keyFor('seal')
  return {
    seal(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, context) {
      const [version, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (version !== 'v1' || bytes.length < 28) throw new Error('This is no sealed value.')
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    derive(purpose, text) {
      return createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
    },
  }
}
