import type { EmbedFinding } from '../../contract/embeds/embed-check.ts'

const events = 10
const everyMs = 100

/** A stream of ten small events a tenth of a second apart, as an answer comes. */
export function checkedStream(signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  let sent = 0
  let timer: NodeJS.Timeout
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = () => {
        clearInterval(timer)
        try {
          controller.close()
        } catch {
          // The reader was gone already.
        }
      }
      timer = setInterval(() => {
        sent += 1
        controller.enqueue(encoder.encode(`event: tick\ndata: ${sent}\n\n`))
        if (sent === events) stop()
      }, everyMs)
      signal.addEventListener('abort', stop, { once: true })
    },
    cancel: () => clearInterval(timer),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** Whether the events of `checkedStream` come one by one: what lies between may hold them back. */
export async function examineStream(
  ask: () => Promise<Response>,
  now: () => number,
): Promise<EmbedFinding> {
  const name = 'Streaming'
  const fix =
    'Switch off buffering and compression for text/event-stream (nginx: proxy_buffering off; gzip off).'
  const since = now()
  const arrivals: number[] = []
  try {
    const response = await ask()
    if (!response.ok || !response.body) {
      const found = `The test stream answers ${response.status}.`
      return { name, status: 'fail', found, fix: 'Let the proxy pass everything below /embed/.' }
    }
    const decoder = new TextDecoder()
    for await (const piece of response.body) {
      const count = decoder.decode(piece, { stream: true }).split('data:').length - 1
      for (let one = 0; one < count; one += 1) arrivals.push(now())
    }
  } catch {
    const found = `The test stream broke off after ${arrivals.length} of ${events} events.`
    return { name, status: 'fail', found, fix: 'Give streams a long time-out at the proxy.' }
  }
  const [first = since, last = since] = [arrivals[0], arrivals.at(-1)]
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at))
  const widest = Math.max(0, ...gaps)
  const found = `The first event came after ${Math.round(first - since)} ms, all ${arrivals.length} within ${Math.round(last - since)} ms; the widest gap was ${Math.round(widest)} ms.`
  // Ten events that were sent over a second and came together were held back.
  if (last - first < (events * everyMs) / 4) return { name, status: 'fail', found, fix }
  if (widest > 5 * everyMs) return { name, status: 'warn', found, fix }
  return { name, status: 'ok', found, fix: null }
}
