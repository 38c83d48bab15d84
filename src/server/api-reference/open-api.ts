import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 has it. */
export type Schema = Record<string, unknown>

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
  security?: []
}

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Record<string, []>[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object> }
}

/** What the endpoints of the contract are, as an OpenAPI 3.1 document. What a schema cannot say stays open. */
export function openApi(
  endpoints: readonly Endpoint[],
  about: { title: string; version: string; description: string; url: string },
): OpenApi {
  const { title, version, description, url } = about
  const paths: OpenApi['paths'] = {}
  const sorted = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  for (const one of sorted) {
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operationOf(one) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url }],
    security: [{ apiKey: [] }],
    tags: [...new Set(sorted.map(tagOf))]
      .toSorted((a, b) => tagOrder.indexOf(b) - tagOrder.indexOf(a))
      .map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    },
  }
}

function operationOf(endpoint: Endpoint): Operation {
  const { name, params, query, body, response, auth } = endpoint
  const sent = schemaOf(body, 'input')
  const answered = schemaOf(response, 'output')
  return {
    operationId: name,
    summary: inWords(name),
    tags: [tagOf(endpoint)],
    parameters: [
      ...pathParameters(endpoint.path, schemaOf(params, 'input')),
      ...queryParameters(schemaOf(query, 'input')),
    ],
    ...(takesBody(endpoint, sent)
      ? {
          requestBody: {
            required: isNeeded(sent),
            content: { 'application/json': { schema: sent } },
          },
        }
      : {}),
    responses: {
      '2XX': {
        description: 'Done.',
        // Streams and answers without a body have no schema.
        ...(isEmpty(answered) ? {} : { content: { 'application/json': { schema: answered } } }),
      },
      '422': { description: 'What was sent is not as described here.', content: refused },
      default: { description: 'Refused, with a sentence.', content: refused },
    },
    ...(auth === 'none' ? { security: [] } : {}),
  }
}

const refused = {
  'application/json': {
    schema: {
      type: 'object',
      properties: {
        detail: {
          description: 'A sentence; with 422 a list of what is wrong and where.',
          anyOf: [
            { type: 'string' },
            {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  loc: { type: 'array', items: { type: ['string', 'number'] } },
                  msg: { type: 'string' },
                  type: { type: 'string' },
                },
                required: ['loc', 'msg', 'type'],
              },
            },
          ],
        },
      },
      required: ['detail'],
    },
  },
}

function schemaOf(type: Endpoint['body'], io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Fields that are not known are passed over, and named in the answer's headers.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as Schema
  return schema
}

const propertiesOf = (schema: Schema) => (schema.properties ?? {}) as Record<string, Schema>
const isRequired = (schema: Schema, name: string) =>
  ((schema.required ?? []) as string[]).includes(name)
const isEmpty = (schema: Schema) => Object.keys(schema).length === 0

function pathParameters(path: string, schema: Schema): Operation['parameters'] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: propertiesOf(schema)[name] ?? { type: 'string' },
  }))
}

function queryParameters(schema: Schema): Operation['parameters'] {
  return Object.entries(propertiesOf(schema)).map(([name, own]) => ({
    name,
    in: 'query',
    required: isRequired(schema, name),
    schema: own,
  }))
}

/** An object without a field is what stands where an endpoint takes no body. */
function takesBody({ method }: Endpoint, schema: Schema): boolean {
  const isNothing = schema.type === 'object' && isEmpty(propertiesOf(schema))
  return method !== 'GET' && !(isNothing && schema.additionalProperties === undefined)
}

function isNeeded(schema: Schema): boolean {
  return schema.type !== 'object' || ((schema.required ?? []) as string[]).length > 0
}

/** `createRunStream` to `Create run stream`. */
function inWords(name: string): string {
  const words = name
    .replace(/[A-Z0-9]+/g, (part) => ` ${part.toLowerCase()}`)
    .replace(/\b(a ?2a|mcp)\b/, (part) => part.replace(' ', '').toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** From the end on; what is not named comes after these. */
const tagOrder = [
  'A2A',
  'MCP',
  'Server',
  'Store',
  'Crons',
  'Runs',
  'Threads',
  'Assistants',
  'Deployments',
]

/** What an endpoint is about, by the first word of its path that says so; runs of threads are runs. */
function tagOf({ path }: Endpoint): string {
  if (path.includes('/crons')) return 'Crons'
  const words = path.split('/').filter((part) => !/^($|v\d$|internal$|\{)/.test(part))
  const [first = '', second = ''] = words
  if (/^(ok|info|executor)$/.test(first)) return 'Server'
  if (/^(a2a|\.well-known)$/.test(first)) return 'A2A'
  if (first === 'mcp') return 'MCP'
  const about = first === 'threads' && /^(runs|stream|commands)$/.test(second) ? second : first
  const word = about === 'stream' || about === 'commands' ? 'runs' : about
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ')
}
