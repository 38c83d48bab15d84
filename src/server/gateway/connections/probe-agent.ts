import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { HttpError } from '../../http/http-error.ts'
import { credentialsFor, type KeptConnection } from './connections.ts'
import type { AgentAddress, DeploymentAddresses } from './deployment-addresses.ts'
import {
  type CapabilityFinding,
  type CapabilityFindings,
  findingOf,
  isMissing,
  isRefusal,
  no,
  type ProbeAnswer,
  type ProbeAsker,
  unknown,
  yes,
} from './probe-request.ts'

const Info = z.looseObject({
  version: z.optional(z.string()),
  langgraph_js_version: z.optional(z.string()),
  langgraph_py_version: z.optional(z.string()),
  flags: z.optional(z.record(z.string(), z.unknown())),
})
type Info = z.infer<typeof Info>

/** Asks an agent server; fills in what was found. Answers what it calls itself, or null. */
export async function probeAgent(
  ask: ProbeAsker,
  target: {
    addresses: DeploymentAddresses
    connection: KeptConnection
    deploymentId: string
    found: CapabilityFindings
  },
): Promise<string | null> {
  const { connection, found } = target
  const isBare = connection.kind === 'agent_server'
  let address: AgentAddress
  try {
    address = await target.addresses.find(connection, target.deploymentId)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    found.agent_server = unknown(error.message)
    return null
  }
  const { limit } = address
  const base = address.url.href.replace(/\/$/, '')
  const at = (path: string) => ({ url: new URL(base + path), limit })

  const ok = await ask(at('/ok'))
  if (typeof ok === 'string') {
    found.agent_server = no(ok)
    if (isBare) found.reachable = no(ok)
    return null
  }
  if (isBare) found.reachable = yes('The server answers.')
  const search = at('/assistants/search')
  const assistants = await ask({ ...search, method: 'POST', body: { limit: 1 } })
  found.agent_server = assistantsFinding(assistants, connection, search.url)
  if (isBare) found.authenticated = keyFinding(assistants, connection, found.agent_server)
  if (found.agent_server.status !== 'yes') return null

  const parsedInfo = await ask(at('/info'))
  const parsed = Info.safeParse(typeof parsedInfo === 'string' ? null : parsedInfo.json)
  const info: Info = parsed.success ? parsed.data : {}
  const nobody = { thread: randomUUID(), run: randomUUID() }
  const [bulk, crons, creation] = await Promise.all([
    // No server takes this for a request to cancel anything.
    ask({ ...at('/runs/cancel'), method: 'POST', body: { status: 'none-of-these' } }),
    ask({ ...at('/runs/crons/search'), method: 'POST', body: { limit: 1 } }),
    // The thread does not exist and the body is wrong, so no run can begin.
    ask({
      ...at(`/threads/${nobody.thread}/runs/stream`),
      method: 'POST',
      body: { assistant_id: nobody.run, stream_resumable: 'no', feedback_keys: 'none' },
    }),
  ])
  found.bulk_cancel = bulkFinding(bulk)
  found.resumable_join = namedFinding(creation, 'stream_resumable', 'Streams can be resumed.')
  found.feedback_event = feedbackFinding(info, isBare ? null : creation)
  found.schedules = schedulesFinding(crons)
  found.run_search =
    info.flags?.run_search === true
      ? yes('Runs are searched over all threads.')
      : no('Runs are listed of the threads that changed last, as far as is looked.')
  found.rollback = rollbackFinding(info)
  found.feedback_marker = markerFinding(info)
  if (isBare) {
    found.feedback_tokens =
      found.feedback_event.status === 'yes'
        ? unknown('This connection has no tracing service to ask.')
        : yes('Votes are kept by this console’s own server.')
  }
  return serverName(info)
}

function assistantsFinding(
  answer: ProbeAnswer | string,
  connection: KeptConnection,
  url: URL,
): CapabilityFinding {
  if (typeof answer === 'string') return no(answer)
  if (answer.status === 200) return yes('The agent server answers.')
  if (isRefusal(answer)) {
    if (connection.key === null) {
      return no('The agent server asks for a key, and this connection has none.')
    }
    const isKeyKept = Object.keys(credentialsFor(connection, url)).length === 0
    return no(
      isKeyKept
        ? `The agent server asks for a key, and the key of this connection is not sent to ${url.origin}. Add that origin to the connection to allow it.`
        : 'The agent server does not accept the key.',
    )
  }
  return no(
    `${url.href} answered with status ${answer.status}. An agent server lists its assistants there, so check the address: it is the one that /assistants and /threads stand below.`,
  )
}

/** What the same answer says about the key, where no control plane was asked. */
function keyFinding(
  answer: ProbeAnswer | string,
  { key }: KeptConnection,
  agentServer: CapabilityFinding,
): CapabilityFinding {
  if (typeof answer === 'string') return unknown(answer)
  if (isRefusal(answer)) return agentServer
  if (answer.status === 200) {
    return yes(key === null ? 'The server asks for no key.' : 'The server accepts the key.')
  }
  return unknown(
    `The server answered with status ${answer.status}, which does not tell whether it looked at the key.`,
  )
}

function bulkFinding(answer: ProbeAnswer | string): CapabilityFinding {
  if (typeof answer === 'string') return unknown(answer)
  if (isMissing(answer)) return no('The server cannot cancel several runs at once.')
  if (answer.status === 400 || answer.status === 422)
    return yes('Several runs can be cancelled at once.')
  return unknown(`The server answered with status ${answer.status}.`)
}

/** A server that checks a field refuses it by its name. */
function namedFinding(
  answer: ProbeAnswer | string,
  field: string,
  works: string,
): CapabilityFinding {
  if (typeof answer === 'string') return unknown(answer)
  if (answer.text.includes(field)) return yes(works)
  return unknown('The server does not say whether it has this.')
}

function schedulesFinding(answer: ProbeAnswer | string): CapabilityFinding {
  if (typeof answer === 'string') return unknown(answer)
  // An open one says so with a 500, and has no code for it.
  const isSaid = answer.status === 500 && /^not implemented\b/i.test(answer.text)
  if (isMissing(answer) || isSaid) {
    return no('The server starts no runs by a schedule.')
  }
  return findingOf(answer, 'Runs can be started by a schedule.')
}

/**
 * A server of this kind says whether it has a service for feedback; without one, keys only make runs fail. One alone
 * that says nothing (`creation` is null) has none: who takes the field need not make addresses.
 */
function feedbackFinding(info: Info, creation: ProbeAnswer | string | null): CapabilityFinding {
  if (info.flags?.feedback_in_stream === true || info.flags?.langsmith === true) {
    return yes('Runs take feedback keys.')
  }
  if (info.flags?.langsmith === false || creation === null) {
    return no('The server has no feedback service, so its runs are started without feedback keys.')
  }
  return namedFinding(creation, 'feedback_keys', 'Runs take feedback keys.')
}

function rollbackFinding(info: Info): CapabilityFinding {
  if (info.flags?.rollback === true) return yes('A rollback deletes the run and its checkpoints.')
  if (info.langgraph_js_version !== undefined) {
    return no('This development server cancels with rollback but deletes nothing.')
  }
  return unknown('Only a run can show whether a rollback deletes everything.')
}

/** Since this version of the published server. */
const markerSince = [0, 7, 52]

function markerFinding(info: Info): CapabilityFinding {
  if (info.flags?.feedback_marker === true)
    return yes('Waiting for a run tells its feedback addresses.')
  if (info.langgraph_js_version !== undefined) {
    return no('Waiting for a run does not tell its feedback addresses.')
  }
  if (info.langgraph_py_version === undefined || info.version === undefined) {
    return unknown('The server does not say whether it has this.')
  }
  return isAtLeast(info.version, markerSince)
    ? yes('Waiting for a run tells its feedback addresses.')
    : no(`The server is older (${info.version}) than ${markerSince.join('.')}, which this needs.`)
}

function isAtLeast(version: string, wanted: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  for (const [at, least] of wanted.entries()) {
    const part = parts[at] ?? 0
    if (part !== least) return part > least
  }
  return true
}

function serverName(info: Info): string | null {
  if (info.version === undefined) return null
  const library = info.langgraph_js_version
    ? 'JavaScript'
    : info.langgraph_py_version
      ? 'Python'
      : ''
  return ['Agent server', info.version.slice(0, 50), library && `(${library})`]
    .filter(Boolean)
    .join(' ')
}
