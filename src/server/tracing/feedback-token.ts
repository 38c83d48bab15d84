import type { SecretBox } from '../secrets/secret-box.ts'
import { tokenHash } from '../secrets/token-hash.ts'

/**
 * 122 bits that only this installation can derive, in the form of a UUID, which the published clients demand: listing
 * tells the address again, the database does not.
 */
export function tokenOf(box: SecretBox, rowId: string): string {
  const bytes = Buffer.from(box.derive('feedback token as a UUID', rowId), 'base64url')
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The token of a row as it was handed out: those of earlier versions go on to work, and are told as they are. */
export function handedOutToken(box: SecretBox, row: { id: string; token_hash: string }): string {
  const earlier = box.derive('feedback token', row.id)
  return tokenHash(earlier) === row.token_hash ? earlier : tokenOf(box, row.id)
}
