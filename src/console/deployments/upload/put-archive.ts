/**
 * Sends a body as `fetch` would, and tells which share of it is sent, from 0 to 1: browsers tell that of
 * XMLHttpRequest alone. An address of another origin is fetched, since listening asks for leave there.
 * @param fetchOthers what fetches it
 */
export async function putArchive(
  url: string,
  init: RequestInit,
  onSent: (share: number) => void,
  fetchOthers: typeof fetch,
): Promise<Response> {
  if (new URL(url, location.href).origin !== location.origin) return fetchOthers(url, init)
  const { signal } = init
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal?.addEventListener('abort', abort)
  try {
    return await new Promise<Response>((resolve, reject) => {
      request.open(init.method ?? 'PUT', url)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.responseType = 'blob'
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onSent(loaded / total)
      })
      request.addEventListener('load', () => {
        const { status, statusText } = request
        const type = request.getResponseHeader('content-type') ?? ''
        const headers = { 'content-type': type }
        resolve(new Response(request.response as Blob, { status, statusText, headers }))
      })
      request.addEventListener('error', () => reject(new TypeError('The connection broke off.')))
      request.addEventListener('abort', () => reject(signal?.reason))
      request.send(init.body as Blob)
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
