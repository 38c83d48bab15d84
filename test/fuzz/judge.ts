import type { FuzzedRequest } from './requests.ts'

/** After this long without an answer a request hangs; those that wait by their nature are left sooner. */
const answerLimitMs = 60_000
const waitingMs = 1_000
const waits = /\/(wait|join|stream|changes|events|logs)\b/

/** What every answer must be, whatever was sent; the last of it is `wrong`, or null. */
export interface Judged {
  status: number
  wrong: string | null
}

/** Sends a request and looks at what came: no 5xx, nothing injected, nothing from the inside, a refusal in the published shape. */
export async function judge(
  origin: string,
  apiKey: string,
  request: FuzzedRequest,
  isFirst = true,
): Promise<Judged> {
  const isWaiting = waits.test(request.address)
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), isWaiting ? waitingMs : answerLimitMs)
  try {
    const response = await fetch(origin + request.address, {
      method: request.method,
      headers: { 'x-api-key': apiKey, ...request.headers },
      redirect: 'manual',
      signal: leaving.signal,
      ...(request.body === null ? {} : { body: request.body }),
    })
    const text = response.status < 400 ? '' : await response.text()
    if (response.status < 400) await response.body?.cancel()
    return { status: response.status, wrong: wrongWith(response, text) }
  } catch (error) {
    if (isWaiting && leaving.signal.aborted) return { status: 0, wrong: null }
    const said = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : error
    // A kept connection may be closing just when it is used; a new one is not.
    if (isFirst && /ECONNRESET|other side closed/.test(String(said))) {
      return judge(origin, apiKey, request, false)
    }
    return { status: 0, wrong: leaving.signal.aborted ? 'It hangs.' : `No answer: ${said}` }
  } finally {
    clearTimeout(timer)
  }
}

function wrongWith(response: Response, text: string): string | null {
  if (response.headers.has('x-injected')) return 'A header was injected.'
  if (response.headers.get('x-content-type-options') !== 'nosniff') return 'nosniff is missing.'
  const told = `${response.status} ${text.slice(0, 500)}`
  // Another server that was named could not be reached; the database is too busy to be called ready.
  const isOthers = [502, 504].includes(response.status)
  const isTold = response.status === 503 && new URL(response.url).pathname === '/readyz'
  if (response.status >= 500 && !isOthers && !isTold) return told
  if (/\n\s+at |node_modules|src\/server/.test(text)) return `It tells of its inside: ${told}`
  if (text === '' || response.headers.get('content-type')?.startsWith('text/html')) return null
  return hasShape(response.status, text) ? null : `It has another shape: ${told}`
}

function hasShape(status: number, text: string): boolean {
  let told: { detail?: unknown; jsonrpc?: unknown; error?: { code?: unknown; message?: unknown } }
  try {
    told = JSON.parse(text)
  } catch {
    return false
  }
  const { detail, jsonrpc, error } = told
  // Endpoints of another protocol refuse in its shape.
  if (jsonrpc === '2.0') return typeof error?.code === 'number' && isSaid(error.message)
  if (typeof detail === 'string') return true
  return status === 422 && Array.isArray(detail) && detail.every(isFault)
}

function isFault(fault: { loc?: unknown; msg?: unknown; type?: unknown }): boolean {
  return Array.isArray(fault.loc) && isSaid(fault.msg) && typeof fault.type === 'string'
}

/** What the schema library says when it was told nothing better tells nobody what to send. */
function isSaid(text: unknown): boolean {
  return typeof text === 'string' && !/^(Invalid input)?$/.test(text)
}
