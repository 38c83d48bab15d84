import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RunEvent } from '../../src/contract/agent-server/run-events.ts'

/**
 * Recorded exchanges with agent servers. `another-server.txt` is written by hand, by the published
 * shapes of a server that is not ours; all others are ours, made again by
 * `npm run record`.
 */
export const folder = path.join(import.meta.dirname, 'recordings')

/** A request and its answer, as they went over the wire, without the framing of chunks. */
export interface Exchange {
  file: string
  number: number
  method: string
  path: string
  requestBody: string
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** What is written of an exchange: `>>>` and the request, `<<<` and the answer, its headers, its body. */
export function textOf(exchange: Omit<Exchange, 'file' | 'number'>): string {
  const { method, path: at, requestBody, status, headers, body } = exchange
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  return `>>> ${method} ${at}\n${requestBody}\n<<< ${status}\n${lines.join('')}\n${body}\n`
}

/** Names of the recordings. */
export const recordings = readdirSync(folder).sort()

export function readRecording(file: string): Exchange[] {
  const sections = readFileSync(path.join(folder, file), 'utf8').split(/^>>> /m)
  return sections.slice(1).map((section, index) => {
    const [request = '', answer = ''] = section.split(/^<<< /m)
    const [asked = '', ...sent] = request.split('\n')
    const [method = '', at = ''] = asked.split(' ')
    const end = answer.indexOf('\n\n')
    const [status, ...headers] = answer.slice(0, end).split('\n')
    return {
      file,
      number: index + 1,
      method,
      path: at,
      requestBody: sent.join('\n').trim(),
      status: Number(status),
      headers: Object.fromEntries(headers.map((line) => line.split(': ') as [string, string])),
      body: Buffer.from(answer.slice(end + 2, -1)),
    }
  })
}

/** True for the answers that are event streams. */
export function isStream({ headers }: Exchange): boolean {
  return headers['content-type'] === 'text/event-stream'
}

/** The events of a recorded stream, read in the plainest way: its lines end with LF. */
export function eventsOf({ body }: Exchange): RunEvent[] {
  return body
    .toString()
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.split('\n')
      const values = (field: string) =>
        lines.flatMap((line) => (line.startsWith(`${field}: `) ? line.slice(field.length + 2) : []))
      const [event] = values('event')
      if (!event) return []
      return [{ event, id: values('id')[0] ?? null, data: JSON.parse(values('data').join('\n')) }]
    })
}
