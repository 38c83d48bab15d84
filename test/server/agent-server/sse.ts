/** One event as it came, with its data parsed. */
export interface SseEvent {
  id: string | null
  event: string
  data: unknown
}

/** The data of an event that is expected to be there. */
export function dataOf<Data>(event: SseEvent | null | undefined): Data {
  if (!event) throw new Error('There is no such event.')
  return event.data as Data
}

/** A stream that is being read: events in order, and the comments between them. */
export interface SseStream {
  response: Response
  /** The next event, or null at the end of the stream. */
  next(): Promise<SseEvent | null>
  /** Reads on to an event of that name. */
  until(event: string): Promise<SseEvent>
  /** Everything that is left. */
  rest(): Promise<SseEvent[]>
  comments: string[]
  /** Breaks the connection. */
  drop(): void
}

export function sseOf(response: Response, controller: AbortController): SseStream {
  const comments: string[] = []
  const events = parse(response, comments)
  const next = async () => (await events.next()).value ?? null
  return {
    response,
    comments,
    next,
    async until(name) {
      for (;;) {
        const event = await next()
        if (!event) throw new Error(`The stream ended without an event ${name}.`)
        if (event.event === name) return event
      }
    },
    async rest() {
      const all: SseEvent[] = []
      for (let event = await next(); event; event = await next()) all.push(event)
      return all
    },
    drop: () => controller.abort(),
  }
}

async function* parse(response: Response, comments: string[]): AsyncGenerator<SseEvent, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let pieces: string[] = []
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return undefined
    const isOpen = !pieces.at(-1)?.endsWith('\n') && !value.includes('\n\n')
    pieces.push(value)
    // A long event comes in many pieces, which are not searched from its start each time.
    if (isOpen) continue
    const blocks = pieces.join('').split('\n\n')
    pieces = [blocks.pop() ?? '']
    for (const block of blocks) {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const [, name = '', content = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? []
        if (name === '') comments.push(content)
        else if (fields.has(name)) throw new Error(`A field came twice: ${line}`)
        else fields.set(name, content)
      }
      if (!fields.has('event')) continue
      yield {
        id: fields.get('id') ?? null,
        event: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? 'null'),
      }
    }
  }
  return undefined
}
