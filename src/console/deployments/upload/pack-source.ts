import { packTar } from 'modern-tar'
import type { ChosenFile } from './chosen-source.ts'

/** Files as the archive that a server takes: gzipped tar. Rejects where a file cannot be read any more. */
export async function packSource(files: readonly ChosenFile[]): Promise<Blob> {
  const tar = await packTar(
    await Promise.all(
      files.map(async ({ path, file }) => {
        const body = new Uint8Array(await file.arrayBuffer())
        const mtime = new Date(file.lastModified)
        return { header: { name: path, size: body.byteLength, mtime }, body }
      }),
    ),
  )
  const zipped = new Response(tar).body?.pipeThrough(new CompressionStream('gzip'))
  return new Response(zipped).blob()
}
