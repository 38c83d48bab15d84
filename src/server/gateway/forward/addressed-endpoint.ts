import type { Area, Endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'

/** What a request to the gateway is for. */
export interface Addressed {
  /** Null where the contract has no endpoint there. */
  endpoint: Endpoint | null
  /** The endpoints of each path that the address lies below, the longest path first. */
  above: readonly (readonly Endpoint[])[]
  connection_id: string | null
  deployment_id: string | null
}

/** The endpoints of one path of one area, and the parts of that path; `{name}` stands for any text. */
interface Place {
  area: Area
  parts: readonly string[]
  endpoints: Endpoint[]
}

const places = new Map<string, Place>()
for (const endpoint of endpoints) {
  const { area, path } = endpoint
  const key = `${area} ${path.replace(/\{\w+\}/g, '{}')}`
  const place = places.get(key) ?? { area, parts: partsOf(path), endpoints: [] }
  place.endpoints.push(endpoint)
  places.set(key, place)
}
// `/threads/search` is that, and no thread of this name.
const holes = ({ parts }: Place) => parts.filter((part) => part.startsWith('{')).length
const sortedPlaces = [...places.values()].sort((a, b) => holes(a) - holes(b))

/** @param path of a request to the gateway, without its query */
export function addressedEndpoint(method: string, path: string): Addressed {
  const { connection, service, deployment, rest } =
    /^\/gateway\/connections\/(?<connection>[^/]+)\/(?:(?<service>control-plane|tracing)|agents\/(?<deployment>[^/]+))(?<rest>\/.*)$/.exec(
      path,
    )?.groups ?? {}
  if (connection === undefined || rest === undefined) {
    const connection_id = /^\/gateway\/connections\/([^/]+)/.exec(path)?.[1] ?? null
    return { ...find('gateway', method, path), connection_id, deployment_id: null }
  }
  const area = deployment === undefined ? (service as 'control-plane' | 'tracing') : 'agent'
  return {
    ...find(area, method, rest),
    connection_id: connection,
    deployment_id: deployment ?? /^\/v2\/deployments\/([^/]+)/.exec(rest)?.[1] ?? null,
  }
}

function find(area: Area, method: string, path: string): Pick<Addressed, 'endpoint' | 'above'> {
  const asked = partsOf(path)
  const over = sortedPlaces.filter((place) => place.area === area && isBelow(asked, place.parts))
  const endpoint = over
    .filter(({ parts }) => parts.length === asked.length)
    .flatMap((place) => place.endpoints)
    // A HEAD is a GET whose answer nobody reads.
    .find((one) => one.method === (method === 'HEAD' ? 'GET' : method))
  const above = over.toSorted((a, b) => b.parts.length - a.parts.length)
  return { endpoint: endpoint ?? null, above: above.map((place) => place.endpoints) }
}

function partsOf(path: string): string[] {
  return path.split('/').slice(1)
}

/** Whether an address is that of a place or lies below it. */
function isBelow(asked: readonly string[], parts: readonly string[]): boolean {
  return parts.every((part, at) => (part.startsWith('{') ? Boolean(asked[at]) : part === asked[at]))
}
