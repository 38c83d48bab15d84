import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker'
import { type Document, OpenAPIBackend, type ParsedRequest } from 'openapi-backend'

/** A server that was made from an OpenAPI text: it answers what the text allows, and checks what it is asked. */
export interface PublishedServer {
  readonly origin: string
  /** What the text does not allow, a sentence each. */
  readonly refused: string[]
  /** Every request, oldest first. */
  readonly asked: Asked[]
  close(): Promise<void>
}

export interface Asked {
  method: string
  /** Below the base, with its query. */
  path: string
  body: unknown
}

/** Where a self-hosted installation has its control plane. */
export const base = '/api-host'

/**
 * @param at where its paths begin
 * @param seed answers are drawn from it; without one they are the text's own examples, or the plainest there are
 */
export async function startPublishedServer(
  text: Document,
  { seed, at = base }: { seed?: number; at?: string } = {},
): Promise<PublishedServer> {
  const { check, api } = await publishedChecker(text)
  const draw = createGeneratorSync({ seed: seed ?? 0, maxItems: 3, formats: drawnFormats })
  const asked: Asked[] = []
  const refused: string[] = []
  const server = http.createServer(async (request, response) => {
    const path = (request.url ?? '').replace(at, '')
    const sent = Buffer.concat(await request.toArray()).toString()
    const one = { method: request.method ?? '', path, body: sent ? JSON.parse(sent) : undefined }
    const answer = (status: number, body?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 204 ? undefined : JSON.stringify(body))
    }
    // What is not of this server is another one's, which is not there.
    if (!request.url?.startsWith(`${at}/`)) return answer(404, { detail: 'Not Found' })
    asked.push(one)
    const fault = check(one)
    if (fault) {
      refused.push(`${one.method} ${path}: ${fault.words}`)
      return answer(fault.status, { detail: fault.words })
    }
    const operation = api.matchOperation(parsed(one))
    const { params } = api.router.parseRequest(parsed(one), operation)
    const example = Object.values(params).map(String).at(-1) ?? ''
    const { status, mock } = api.mockResponseForOperation(operation?.operationId ?? '', { example })
    const { content } = (operation?.responses?.[status] ?? {}) as { content?: Content }
    const stream = content?.['text/event-stream']
    if (stream) {
      response.writeHead(status, { 'content-type': 'text/event-stream' }).end(stream.example)
      return
    }
    const schema = content?.['application/json']?.schema
    answer(status, seed === undefined || !schema ? mock : draw.generate(schema))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

type Content = Record<string, { schema?: JsonSchema; example?: string }>

/** Tells why an OpenAPI text does not allow a request; names in bodies and queries that it does not have count too. */
export async function publishedChecker(text: Document) {
  const api = new OpenAPIBackend({
    definition: closed(text),
    quick: true,
    ajvOpts: { strict: false, allErrors: true },
    customizeAjv: (ajv) => {
      ajv.addFormat('uuid', uuid)
      ajv.addFormat('date-time', true)
      return ajv
    },
  })
  await api.init()
  const check = (one: Asked): { status: number; words: string } | null => {
    const operation = api.matchOperation(parsed(one))
    if (!operation) return { status: 404, words: 'there is no such operation' }
    const { errors } = api.validateRequest(parsed(one), operation)
    const query = new URL(one.path, 'http://server').searchParams
    const known = (operation.parameters ?? []) as { name: string }[]
    const strangers = [...query.keys()].filter((name) => !known.some((one) => one.name === name))
    const faults = [
      ...(errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`,
      ),
      ...strangers.map((name) => `there is no ${name} in the query`),
    ]
    return faults.length === 0 ? null : { status: 422, words: faults.join('; ') }
  }
  return { api, check }
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const drawnFormats = {
  uuid: () => '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  'date-time': () => '2026-01-02T03:04:05Z',
}

function parsed({ method, path, body }: Asked): ParsedRequest & { body: never } {
  const { pathname, search } = new URL(path, 'http://server')
  const headers = { 'content-type': 'application/json' }
  return { method, path: pathname, query: search.slice(1), headers, body } as never
}

/** The text with every object closed that names its fields: a published server passes others over, and nobody is to send any. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, closed(inner)]),
  )
  const isObject = typeof copy.properties === 'object' && copy.type === 'object'
  return (
    isObject && copy.additionalProperties === undefined
      ? { ...copy, additionalProperties: false }
      : copy
  ) as Part
}
