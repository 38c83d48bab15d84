import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { answerOf, tokensOf, turnsOf, wholeAnswer } from './script.ts'

/**
 * An agent server that plays a script: thread `long-2000` holds 2,000 messages, on every other thread a
 * run streams an answer at `rate` tokens a second. It also serves the page.
 */
export async function startScriptedServer(
  pageFolder: string,
  /** What else it answers, by its path: JSON, or a page where it is a text. */
  more: (pathname: string) => unknown = () => undefined,
) {
  const runs = new Map<string, ScriptedRun>()
  let lastByteAt = 0
  let rate = 1000
  let length = wholeAnswer
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    let sent = ''
    for await (const chunk of request) sent += chunk
    const other = more(pathname)
    if (typeof other === 'string') return html(response, other)
    if (other !== undefined) return json(response, other)
    const [, thread = '', rest = ''] = /^\/threads\/([^/]+)(.*)$/.exec(pathname) ?? []
    if (!thread) return serveFile(pageFolder, pathname, response)
    const run = runs.get(thread)
    if (rest === '') return json(response, threadOf(thread))
    if (rest === '/history') return json(response, [])
    if (rest === '/state') return json(response, stateOf(thread, run, length))
    if (rest === '/runs') return json(response, run ? [record(thread, run)] : recordsOf(thread))
    if (rest === '/runs/stream') {
      const questions = [...(run?.questions ?? []), questionId(sent)]
      const made = { isOver: false, count: questions.length, questions }
      runs.set(thread, made)
      await stream(thread, made, response)
      return
    }
    if (run && rest.startsWith('/runs/')) return json(response, record(thread, run))
    json(response, { detail: 'Not found' }, 404)
  })
  async function stream(thread: string, run: ScriptedRun, response: ServerResponse) {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'content-location': `/threads/${thread}/runs/${runId(run)}`,
    })
    const tokens = tokensOf(run.count, length)
    const began = performance.now()
    let sent = 0
    let text = frame('metadata', { run_id: runId(run) }, 0)
    while (sent < tokens.length && !response.destroyed) {
      const due = Math.min(tokens.length, Math.floor(((performance.now() - began) * rate) / 1000))
      for (; sent < due; sent += 1)
        text += frame('messages', tokenData(tokens[sent] ?? '', run.count), sent + 1)
      if (text) response.write(text)
      text = ''
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    // Whoever left early has seen no last byte.
    if (response.destroyed) return
    run.isOver = true
    lastByteAt = Date.now()
    response.end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastByteAt: () => lastByteAt,
    setRate(tokensPerSecond: number, tokens = wholeAnswer) {
      rate = tokensPerSecond
      length = tokens
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** As published servers make them. */
function runId({ count }: ScriptedRun): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
}

interface ScriptedRun {
  isOver: boolean
  count: number
  /** The ids of the questions, which a thread's state keeps as they were sent. */
  questions: readonly string[]
}

function questionId(body: string): string {
  const { input } = JSON.parse(body) as { input: { messages: readonly { id: string }[] } }
  return input.messages[0]?.id ?? crypto.randomUUID()
}

function tokenData(content: string, n: number) {
  return [{ id: `answer-${n}`, type: 'AIMessageChunk', content }, { langgraph_node: 'agent' }]
}

function frame(event: string, data: unknown, id: number): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`
}

function stateOf(thread: string, run: ScriptedRun | undefined, tokens: number) {
  const length = Number(/^long-(\d+)$/.exec(thread)?.[1] ?? 0)
  const own = (run?.isOver ? run.questions : []).map((id, index) => [
    { id, type: 'human', content: 'Go' },
    { id: `answer-${index + 1}`, type: 'ai', content: answerOf(index + 1, tokens) },
  ])
  const values = { messages: [...turnsOf(length), ...own.flat()] }
  return { values, next: [], tasks: [], metadata: {}, checkpoint: { checkpoint_id: 'c' } }
}

function recordsOf(thread: string) {
  const length = Number(/^long-(\d+)$/.exec(thread)?.[1] ?? 0)
  return length === 0 ? [] : [record(thread, { isOver: true, count: 1, questions: [] })]
}

function record(thread: string, run: ScriptedRun) {
  const at = new Date(0).toISOString()
  return {
    run_id: runId(run),
    thread_id: thread,
    assistant_id: 'agent',
    status: run.isOver ? 'success' : 'running',
    created_at: at,
    updated_at: at,
    metadata: {},
    kwargs: {},
  }
}

function threadOf(thread: string) {
  const at = new Date(0).toISOString()
  const metadata = { assistant_id: 'agent', graph_id: 'agent' }
  return { thread_id: thread, created_at: at, updated_at: at, status: 'idle', metadata }
}

function html(response: ServerResponse, page: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

async function serveFile(folder: string, pathname: string, response: ServerResponse) {
  const name = pathname === '/' ? 'index.html' : pathname.slice(1)
  try {
    const file = await readFile(path.join(folder, name))
    response.writeHead(200, { 'content-type': types[path.extname(name)] ?? 'text/plain' }).end(file)
  } catch {
    response.writeHead(404).end()
  }
}
