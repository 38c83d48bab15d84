import type { SecretBox } from '../secrets/secret-box.ts'

/** 256 bits that only this installation can derive: listing tells the address again, the database does not. */
export function tokenOf(box: SecretBox, rowId: string): string {
  return box.derive('feedback token', rowId)
}
