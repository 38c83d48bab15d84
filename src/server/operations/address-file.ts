import path from 'node:path'

/** Where a running server writes how programs on this machine reach it. */
export function addressFile(dataDir: string): string {
  return path.join(dataDir, 'address')
}
