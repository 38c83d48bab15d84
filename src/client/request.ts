import { type Endpoint, type EndpointInput, fillPath, queryText } from '../contract/endpoint.ts'
import { writeJson } from '../contract/exact-json.ts'
import { ApiError } from './api-error.ts'
import { readErrorBody } from './error-body.ts'
import { hideSecrets } from './hide-secrets.ts'

/** Where a server is, and how to reach it. */
export interface Transport {
  /** Without a slash at the end; may be a path such as `/gateway/connections/local/control-plane`. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
  /** Reads event streams; without it `fetch` does. */
  streamFetch?: typeof globalThis.fetch
  /** Sent with every call, except to endpoints that take no credentials (§5.4). */
  headers?: Record<string, string>
  /** The server has the published interface and nothing of ours, as far as no test of it has found more. */
  isForeign?: boolean
}

/** A call made ready: what `fetch` takes, and how its failures are told. */
export interface PreparedRequest {
  url: string
  init: RequestInit & { method: string; headers: Record<string, string> }
  /** The error of an answer that is no success. Reads its body, which may fail like any reading. */
  refusal(response: Response): Promise<ApiError>
  /** The error of a call without an answer, or whose answer broke off. */
  noAnswer(): ApiError
  /** The error of an answer that is not what the endpoint promises; `fault` ends the sentence. */
  notUnderstood(response: Response, fault: string): ApiError
}

/**
 * Builds the request of an endpoint. Redirects are not followed: they could carry a key to another
 * server, or send a POST a second time.
 * @throws TypeError when a value of the path is missing
 */
export function prepareRequest<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: EndpointInput<E>,
): PreparedRequest {
  const isOpen = endpoint.auth === 'none'
  const headers = Object.fromEntries(new Headers(isOpen ? {} : transport.headers))
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const params = (input.params ?? {}) as Record<string, unknown>
  const name = endpoint.name
  // The path of an endpoint without credentials is the credential itself.
  const hide = hideSecrets([
    ...Object.values(transport.headers ?? {}),
    ...(isOpen ? Object.values(params).map(String) : []),
  ])
  return {
    url: `${transport.baseUrl}${fillPath(endpoint.path, params)}${queryText(queryValues(endpoint, input.query))}`,
    init: {
      method: endpoint.method,
      headers,
      body: input.body === undefined ? undefined : writeJson(input.body),
      redirect: 'manual',
      // The console's own gateway asks for its session; nobody else gets a cookie.
      ...(isOpen && { credentials: 'same-origin', referrerPolicy: 'no-referrer' }),
    },
    async refusal(response) {
      const type = response.headers.get('content-type') ?? ''
      const { fieldErrors, text, code } = readErrorBody(await readText(response, type), type)
      const serverText = text === null ? null : hide(text)
      return new ApiError({
        endpoint: name,
        kind: 'http',
        status: response.status,
        fieldErrors: fieldErrors.map((fault) => ({ ...fault, msg: hide(fault.msg) })),
        serverText,
        code,
        message: serverText ?? sentenceFor(response),
        // A date in its place is no number of seconds.
        retryAfterSeconds: Number(response.headers.get('retry-after')) || 0,
      })
    },
    noAnswer: () =>
      new ApiError({
        endpoint: name,
        kind: 'network',
        message: 'The server cannot be reached, or the connection broke off.',
      }),
    notUnderstood: (response, fault) =>
      new ApiError({
        endpoint: name,
        kind: 'shape',
        status: response.status,
        message: hide(`The server’s answer to ${name} is not understood: ${fault}.`),
      }),
  }
}

/**
 * Query values as every server reads them. `true` for yes and nothing for no: some servers take any
 * text, `wait=false` too, for yes.
 */
function queryValues(endpoint: Endpoint, query: unknown): Record<string, unknown> {
  const parsed = endpoint.query.safeParse(query ?? {})
  // What the schema does not take is for the server to judge, in its own words.
  const values = (parsed.success ? parsed.data : query) as Record<string, unknown>
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== false))
}

const MAX_ERROR_BODY = 65_536

/** The beginning of an error's body. An event stream need not end: its first event is enough. */
async function readText(response: Response, contentType: string): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < MAX_ERROR_BODY) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (contentType.includes('event-stream') && /data:.*(\n\n|\r\r|\r\n\r\n)/s.test(text)) break
  }
  // The rest is not wanted; that it cannot be cancelled any more changes nothing.
  reader.cancel().catch(() => undefined)
  return text
}

function sentenceFor({ status, type }: Response): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return 'The server points to another address, which is not followed.'
  }
  if (status >= 500) return `The server failed (status ${status}). Try again in a moment.`
  return SENTENCES[status] ?? `The server refused (status ${status}).`
}

const SENTENCES: Record<number, string> = {
  400: 'The server did not accept the input.',
  401: 'The server asks for a valid key.',
  403: 'The key has no permission for this.',
  404: 'The server has nothing at this address.',
  408: 'The server waited too long for the request. Try again.',
  409: 'This is not possible in the present state.',
  413: 'This is more than the server accepts at once.',
  422: 'The server did not accept the input.',
  429: 'Too many requests at once. Wait a moment and try again.',
}
