import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { accepts } from '../http/accepts.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Below this the headers weigh more than what is saved. */
const leastBytes = 1_000
/** The files of a build are few; whoever builds again and again must not fill the memory. */
const mostKept = 300
const brotliQuality = 9

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * A static file as small as the client can read it, made once for each content.
 * @param etag names the content
 * @param accepted the request's Accept-Encoding
 * @param readMade reads what the build has made of it by Brotli, smaller than is made here; null where it has not
 * @returns null where the file is sent as it is
 */
export async function compressFile(
  etag: string,
  type: string,
  body: Buffer,
  accepted: string,
  readMade: () => Promise<Buffer | null>,
): Promise<{ encoding: 'br' | 'gzip'; body: Uint8Array<ArrayBuffer> } | null> {
  if (body.length < leastBytes || !/^text\/|json|javascript|svg/.test(type)) return null
  const encoding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : null
  if (!encoding) return null
  const key = `${encoding} ${etag}`
  let made = kept.get(key)
  if (!made) {
    made = encode(encoding, body, readMade)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }
  return { encoding, body: await made }
}

async function encode(
  encoding: 'br' | 'gzip',
  body: Buffer,
  readMade: () => Promise<Buffer | null>,
): Promise<Uint8Array<ArrayBuffer>> {
  const made = encoding === 'br' ? await readMade() : null
  if (made) return new Uint8Array(made)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return new Uint8Array(encoding === 'br' ? await toBrotli(body, { params }) : await toGzip(body))
}
