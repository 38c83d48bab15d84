import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import type { RepositoryFiles } from './git.ts'

/** A project as the archive that is uploaded: gzipped tar. */
export async function packed(
  files: RepositoryFiles,
  more: TarEntry[] = [],
): Promise<Buffer<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, text]) => fileEntry(name, text ?? ''))
  return Buffer.from(gzipSync(await packTar([...entries, ...more])))
}

export function fileEntry(name: string, text: string, mode = 0o644): TarEntry {
  return { header: { name, size: Buffer.byteLength(text), mode }, body: text }
}
