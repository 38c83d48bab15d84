import type { Context } from 'hono'
import { countThreads, searchThreads } from '../../../contract/agent-server/threads.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import {
  findPlaceInAllRuns,
  findRunPlace,
  searchAllRuns,
  searchRuns,
} from '../../../contract/search/run-search.ts'
import { findAllThreads, findThreads } from '../../../contract/search/thread-search.ts'
import { HttpError } from '../../http/http-error.ts'
import { addressIn } from '../address-in.ts'
import { withHidden } from './with-hidden.ts'

/** What QA knows of those who judge its sessions blind. */
export interface JudgedBlind {
  /** The sessions that whoever asks judges blind, by their ids. */
  sessionsOf(context: Context): Promise<readonly string[]>
  /** Which of some ids are of threads or runs that one of these sessions has made, on whatever server. */
  madeBy(sessions: readonly string[], ids: readonly string[]): Promise<readonly string[]>
}

/** A request that is sent on for somebody, and what is left out of its answer. */
interface Screened {
  request: Request
  /** Absent where the answer goes on as it comes. */
  screen?: (answer: Response) => Promise<Response>
}

const searches: ReadonlySet<Endpoint | null> = new Set<Endpoint>([
  searchThreads,
  countThreads,
  findThreads,
  findAllThreads,
  searchRuns,
  searchAllRuns,
  findRunPlace,
  findPlaceInAllRuns,
])
const anId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/**
 * Keeps what a session has made from whoever judges it blind: which target said what is read off a thread or run at
 * once. This server's own searches leave it out, and count without it; of another server's lists it is taken out here.
 * Throws 403 where a request names such a thread or run.
 * @param isLocal whether it goes to this server's own services
 */
export async function keepFromJudges(
  judged: JudgedBlind,
  context: Context,
  isLocal: boolean,
): Promise<Screened> {
  const request = context.req.raw
  // As the server reads it that it goes to: `%30` is a way to write a zero.
  const { path } = context.req
  const isSearch = searches.has(addressIn(context).addressed.endpoint)
  const inAddress = [
    ...(/\/(threads|runs)\//.test(path) ? idsIn(path) : []),
    ...[...new URL(request.url).searchParams.values()].flatMap(idsIn),
  ]
  // A search names what it looks for, and finds it or not.
  const hasMore = !isSearch && request.body !== null
  if (!isSearch && !hasMore && inAddress.length === 0) return { request }
  const sessions = await judged.sessionsOf(context)
  if (sessions.length === 0) return { request }
  const body = hasMore ? await request.arrayBuffer() : null
  const named = [
    ...inAddress,
    ...(body ? idsIn(withoutEscapes(Buffer.from(body).toString('latin1'))) : []),
  ]
  if (named.length > 0 && (await judged.madeBy(sessions, named)).length > 0) throw judgesIt()
  if (!isSearch) return { request: body ? withBody(request, body) : request }
  if (isLocal) return { request: await exceptSessions(request, sessions) }
  return { request, screen: (answer) => withHidden(answer, (all) => withoutMade(all)) }

  async function withoutMade(answer: object): Promise<object> {
    if (Array.isArray(answer)) return leave(answer)
    const all = answer as { threads?: unknown; runs?: unknown }
    const list = Array.isArray(all.threads) ? all.threads : all.runs
    if (!Array.isArray(list)) return answer
    const left = await leave(list)
    return left === list ? answer : { ...answer, [list === all.runs ? 'runs' : 'threads']: left }
  }

  async function leave(list: unknown[]): Promise<unknown[]> {
    const made = await judged.madeBy(sessions, list.flatMap(idsOf))
    if (made.length === 0) return list
    return list.filter((one) => !idsOf(one).some((id) => made.includes(id)))
  }
}

function judgesIt(): HttpError {
  return new HttpError(
    403,
    'You judge the session blind that made this. It can be seen once the session is closed.',
  )
}

function idsOf(one: unknown): string[] {
  if (typeof one !== 'object' || one === null) return []
  const { thread_id, run_id } = one as { thread_id?: unknown; run_id?: unknown }
  return [thread_id, run_id].filter((id) => typeof id === 'string')
}

const idsIn = (text: string): string[] => text.match(anId) ?? []

/** JSON may write any character by its number. */
function withoutEscapes(text: string): string {
  return text.replace(/\\u00([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** The same search without these sessions. Digits stay as they are: it is added to the text. */
async function exceptSessions(request: Request, sessions: readonly string[]): Promise<Request> {
  const text = await request.text()
  const isEmpty = /^\s*\{\s*\}\s*$/.test(text)
  const added = `${isEmpty ? '' : ','}"except_sessions":${JSON.stringify(sessions)}}`
  // What is no object is refused where it is read.
  return withBody(
    request,
    text.replace(/\}\s*$/, () => added),
  )
}

function withBody(request: Request, body: ArrayBuffer | string): Request {
  const headers = new Headers(request.headers)
  headers.set('content-length', String(Buffer.byteLength(body)))
  const { url, method, signal } = request
  return new Request(url, { method, headers, body, signal })
}
