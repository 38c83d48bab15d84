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
