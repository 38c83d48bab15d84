import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Recorded exchanges with another agent server; they lie beside the project and not in it. */
const folder = resolve(import.meta.dirname, '..', '..', '..', 'shared', 'reference', 'transcripts')

/** A request and its answer, as they went over the wire, without chunk framing. */
export interface Exchange {
  file: string
  number: number
  method: string
  path: string
  requestBody: string
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Sizes of the chunks in which the body came; empty when it came as one. */
  chunks: number[]
  /** False where the recorder kept the beginning only, or left before the end. */
  isWhole: boolean
}

/** Names of the recordings; none where they are not at hand. */
export const recordings = existsSync(folder)
  ? readdirSync(folder).filter((file) => file.endsWith('.txt'))
  : []

/** Every exchange of a recording that got an answer. */
export function readRecording(file: string): Exchange[] {
  const sections = readFileSync(join(folder, file), 'utf8').split(/^>>> exchange /m)
  return sections.slice(1).flatMap((section) => readExchange(file, section))
}

function readExchange(file: string, section: string): Exchange[] {
  const [request = '', timings, rest = ''] = section.split(/^<<< response to exchange (.*)\n/m)
  if (rest.startsWith('(no response)')) return []
  const { first, headers, body: untrimmed } = readMessage(rest)
  const { first: asked, body: requestBody } = readMessage(request.replace(/^.*\n/, ''))
  const [method = '', path = ''] = asked.split(' ')
  const [body = '', , sizes] = untrimmed.split(/\n(--- chunks \(ms:bytes\)(.*)|## \[t=.*|={100})\n/)
  const chunks = (sizes?.match(/:\d+/g) ?? []).map((size) => Number(size.slice(1)))
  const total = chunks.reduce((sum, size) => sum + size, 0)
  const bytes = Buffer.from(body)
  return [
    {
      file,
      number: Number.parseInt(section, 10),
      method,
      path,
      requestBody: requestBody.trim(),
      status: Number(first.split(' ')[1]),
      headers,
      body: sizes === undefined ? bytes : bytes.subarray(0, total),
      chunks,
      isWhole: !timings?.includes('client closed') && !body.includes('[... transcript cut here'),
    },
  ]
}

/** First line, headers with names in small letters, and all that follows the blank line. */
function readMessage(text: string) {
  const end = text.indexOf('\n\n')
  const [first = '', ...lines] = text.slice(0, end).split('\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { first, headers, body: text.slice(end + 2) }
}
