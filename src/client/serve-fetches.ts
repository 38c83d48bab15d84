/** What both sides of a fetch in a worker speak through: a worker, its own global scope, or a port. */
export interface FetchPort {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(kind: 'message', listener: (event: MessageEvent) => void): void
}

/** What the page asks for. `url` is absolute; a worker has another base than its page. */
export type FetchOrder =
  | { id: number; kind: 'send'; url: string; init: Omit<RequestInit, 'signal'> }
  | { id: number; kind: 'abort' }

/** What the worker answers: that it is there, and for each order a head and pieces, then an end. */
export type FetchAnswer =
  | { id: null; kind: 'ready' }
  | { id: number; kind: 'head'; status: number; statusText: string; headers: [string, string][] }
  | { id: number; kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; kind: 'end' }
  | { id: number; kind: 'broken' }

/** Between two pieces of one answer; what comes meanwhile is handed over as one. */
const pauseMs = 25

/**
 * The worker's side: sends what the page asks for, each order once, and hands the answer's bytes over in few
 * pieces. The first bytes and the last do not wait.
 */
export function serveFetches(port: FetchPort): void {
  const running = new Map<number, AbortController>()
  const answer = (message: FetchAnswer, transfer?: Transferable[]) =>
    port.postMessage(message, transfer)

  async function send({ id, url, init }: FetchOrder & { kind: 'send' }): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    const pieces = gather((bytes) => answer({ id, kind: 'piece', bytes }, [bytes.buffer]))
    try {
      const response = await fetch(url, { ...init, signal: controller.signal })
      const { status, statusText, headers, body } = response
      answer({ id, kind: 'head', status, statusText, headers: [...headers] })
      const reader = body?.getReader()
      for (;;) {
        const read = await reader?.read()
        if (!read || read.done) break
        pieces.add(read.value)
      }
      pieces.flush()
      answer({ id, kind: 'end' })
    } catch {
      // What came before the break is the page's; why it broke no browser tells.
      pieces.flush()
      answer({ id, kind: 'broken' })
    } finally {
      running.delete(id)
    }
  }

  port.addEventListener('message', ({ data }: MessageEvent<FetchOrder>) => {
    if (data.kind === 'abort') running.get(data.id)?.abort()
    else void send(data)
  })
  answer({ id: null, kind: 'ready' })
}

/** Hands bytes over at once after a silence, and otherwise all that has come in `pauseMs`. */
function gather(handOver: (bytes: Uint8Array<ArrayBuffer>) => void) {
  let waiting: Uint8Array[] = []
  let timer: ReturnType<typeof setTimeout> | null = null

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.length === 0) return
    const bytes = joined(waiting)
    waiting = []
    timer = setTimeout(flush, pauseMs)
    handOver(bytes)
  }

  return {
    add(bytes: Uint8Array): void {
      waiting.push(bytes)
      if (timer === null) flush()
    },
    flush,
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
