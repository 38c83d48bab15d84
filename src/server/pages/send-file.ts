import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { compressFile } from './compress-file.ts'

/**
 * Answers a request with a file: as small as the client can read it, and by 304 where it has the content already. What
 * else its headers say is the caller's.
 * @param file.readMade reads what the build has made of it by Brotli; null where it has not
 */
export async function sendFile(
  context: Context,
  file: { type: string; body: Buffer; readMade: () => Promise<Buffer | null> },
): Promise<Response> {
  const { type, body } = file
  context.header('Content-Type', type)
  context.header('Vary', 'Accept-Encoding')
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  context.header('ETag', etag)
  if (context.req.header('if-none-match') === etag) return context.body(null, 304)
  const accepted = context.req.header('accept-encoding') ?? ''
  const small = await compressFile(etag, type, body, accepted, file.readMade)
  if (small) context.header('Content-Encoding', small.encoding)
  return context.body(small?.body ?? new Uint8Array(body))
}
