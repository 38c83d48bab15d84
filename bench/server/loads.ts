import type { Subject } from './subject.ts'

/** One streamed run, as its client saw it; times in ms since the request was sent. */
interface StreamedRun {
  firstEventMs: number
  firstTokenMs: number
  lastTokenMs: number
  tokens: number
}

/** Tokens per second over so many runs at once, each on a thread of its own, until the last token. */
export async function tokensPerSecond(
  subject: Subject,
  load: { runs: number; tokens: number },
): Promise<number> {
  const threads = await Promise.all(Array.from({ length: load.runs }, () => newThread(subject)))
  const since = performance.now()
  const ends = await Promise.all(
    threads.map(async (thread) => {
      const startedMs = performance.now() - since
      const run = await streamTokens(subject, thread, load.tokens)
      return startedMs + run.lastTokenMs
    }),
  )
  return (load.runs * load.tokens) / (Math.max(...ends) / 1000)
}

/** Times from request to first event and to first token, one run after the other. */
export async function firstEvents(subject: Subject, runs: number) {
  const events: number[] = []
  const tokens: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const seen = await streamTokens(subject, await newThread(subject), 5)
    events.push(seen.firstEventMs)
    tokens.push(seen.firstTokenMs)
  }
  return { events, tokens }
}

/** Runs of the trivial graph per second: `clients` at once create a thread, run and wait, in turn. */
export async function runsPerSecond(
  subject: Subject,
  load: { clients: number; runs: number },
): Promise<number> {
  let left = load.runs
  const since = performance.now()
  const client = async () => {
    while (left > 0) {
      left -= 1
      const thread = await newThread(subject)
      const path = `/threads/${thread}/runs/wait`
      const body = { assistant_id: 'trivial', input: { count: 1 } }
      const { count } = (await (await send(subject, path, body)).json()) as { count?: number }
      if (count !== 2) throw new Error(`${subject.name}: a run did not end as it should.`)
    }
  }
  await Promise.all(Array.from({ length: load.clients }, client))
  return load.runs / ((performance.now() - since) / 1000)
}

async function newThread(subject: Subject): Promise<string> {
  const response = await send(subject, '/threads', {})
  return ((await response.json()) as { thread_id: string }).thread_id
}

/** Streams resumably: with us every token is in the database before the stream can be lost. */
async function streamTokens(
  subject: Subject,
  thread: string,
  expected: number,
): Promise<StreamedRun> {
  const since = performance.now()
  const run: StreamedRun = { firstEventMs: 0, firstTokenMs: 0, lastTokenMs: 0, tokens: 0 }
  const response = await send(subject, `/threads/${thread}/runs/stream`, {
    assistant_id: 'tokens',
    input: { messages: [{ role: 'user', content: 'hello' }], tokens: expected },
    stream_mode: ['messages-tuple'],
    stream_resumable: true,
  })
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const now = performance.now() - since
    const text = rest + chunk
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    const complete = text.slice(0, end)
    if (run.firstEventMs === 0 && complete.includes('event: ')) run.firstEventMs = now
    const tokens = complete.split(/event: messages\r?\n/).length - 1
    if (tokens === 0) continue
    if (run.tokens === 0) run.firstTokenMs = now
    run.tokens += tokens
    run.lastTokenMs = now
  }
  // A model may close its answer with an empty piece.
  if (run.tokens < expected)
    throw new Error(`${subject.name}: ${run.tokens} of ${expected} tokens.`)
  return run
}

async function send(subject: Subject, path: string, body: object): Promise<Response> {
  const { headers } = subject
  const response = await fetch(subject.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (response.ok) return response
  throw new Error(`${subject.name}: ${path} answered ${response.status}: ${await response.text()}`)
}
