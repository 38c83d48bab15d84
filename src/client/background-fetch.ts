import type { FetchAnswer, FetchOrder, FetchPort } from './serve-fetches.ts'

/**
 * A `fetch` whose answers are read at the other end of `port`, where `serveFetches` listens: a stream of
 * thousands of small pieces costs the page's own thread a task for each, and this hands it over in few. It
 * takes what the run stream sends (an address, texts as headers and body), and fails as `fetch` does.
 */
export function fetchThrough(port: FetchPort): typeof fetch {
  const waiting = new Map<number, (answer: FetchAnswer) => void>()
  let lastId = 0
  port.addEventListener('message', ({ data }: MessageEvent<FetchAnswer>) => {
    if (data.id !== null) waiting.get(data.id)?.(data)
  })
  const order = (message: FetchOrder) => port.postMessage(message)

  return (input, { signal, ...init } = {}) =>
    new Promise<Response>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      lastId += 1
      const id = lastId
      let body: ReadableStreamDefaultController<Uint8Array> | null = null
      const close = () => {
        waiting.delete(id)
        signal?.removeEventListener('abort', abort)
      }
      const fail = (reason: unknown) => {
        close()
        if (body) body.error(reason)
        else reject(reason)
      }
      const abort = () => {
        order({ id, kind: 'abort' })
        fail(signal?.reason)
      }
      const stream = () =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            body = controller
          },
          cancel() {
            order({ id, kind: 'abort' })
            close()
          },
        })
      waiting.set(id, (answer) => {
        if (answer.kind === 'head') resolve(responseOf(answer, stream))
        else if (answer.kind === 'piece') body?.enqueue(answer.bytes)
        else if (answer.kind === 'broken') fail(new TypeError('The connection broke off.'))
        else if (answer.kind === 'end') {
          close()
          body?.close()
        }
      })
      signal?.addEventListener('abort', abort)
      order({ id, kind: 'send', url: new URL(String(input), globalThis.location?.href).href, init })
    })
}

/** A redirect that is not followed has no status that a page may see, and a Response cannot be made so. */
function responseOf(
  { status, statusText, headers }: FetchAnswer & { kind: 'head' },
  stream: () => ReadableStream,
): Response {
  if (status === 0) return new Response(null, { status: 307 })
  const hasNoBody = [204, 205, 304].includes(status)
  return new Response(hasNoBody ? null : stream(), { status, statusText, headers })
}

let background: Promise<typeof fetch> | null = null

/**
 * `fetch` for event streams: reads them beside the page's own thread, in a worker that all streams share. A
 * page that cannot have one reads by itself.
 */
export const backgroundFetch: typeof fetch = async (input, init) => {
  background ??= startWorker()
  const send = await background
  return send(input, init)
}

function startWorker(): Promise<typeof fetch> {
  if (typeof Worker === 'undefined') return Promise.resolve(globalThis.fetch)
  const worker = new Worker(new URL('./fetch-worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve) => {
    worker.addEventListener('error', () => resolve(globalThis.fetch), { once: true })
    worker.addEventListener('message', () => resolve(fetchThrough(worker)), { once: true })
  })
}
