/** The connection failed while the body was read; `cause` tells how. */
export class BrokenOff extends Error {
  constructor(cause: unknown) {
    super('The connection broke off.', { cause })
  }
}

/**
 * The `data` of each server-sent event in a body, however its bytes are cut and its lines end.
 * Rejects with `BrokenOff` when reading fails.
 */
export async function* eventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const bytes of readable(body)) {
    rest += decoder.decode(bytes, { stream: true })
    // A CR at the very end may be the first half of CRLF: it waits for what follows.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
      else if (line === '' && data.length > 0) {
        yield data.join('\n')
        data = []
      }
    }
  }
  const last = rest.trimEnd()
  if (last.startsWith('data:')) data.push(last.slice(5).replace(/^ /, ''))
  if (data.length > 0) yield data.join('\n')
}

async function* readable(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new BrokenOff(error)
  }
}
