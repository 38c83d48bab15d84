import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Endpoint } from '../../../src/contract/endpoint.ts'

const folder = path.resolve(import.meta.dirname, '../../../src/contract')

/** Every endpoint of the contract, found by looking, so that a new one is among them by itself. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const modules = await Promise.all(
    files.map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
  )
  const found = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
  return [...new Map(found.map((endpoint) => [endpoint.name, endpoint])).values()]
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['area', 'method', 'path', 'params', 'body'].every((name) => name in value)
  )
}

/** The names of the fields of a schema, if it is an object or wraps one. */
export function fieldsOf(schema: unknown): string[] {
  const def = (schema as { _zod?: { def?: Record<string, unknown> } } | null)?._zod?.def
  if (!def) return []
  if (typeof def.shape === 'object' && def.shape !== null) return Object.keys(def.shape)
  const inner = [def.innerType, def.in, ...(Array.isArray(def.options) ? def.options : [])]
  return inner.flatMap(fieldsOf)
}
