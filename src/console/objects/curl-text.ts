import { writeJson } from '../../contract/exact-json.ts'

/** A request. Values of secrets are to be hidden before they come here. */
export interface ShownRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  /** Absent: the request has none. */
  body?: unknown
  /** What opens it: a server's key, or an API token of this console's own server. */
  credential?: 'key' | 'token'
}

const credentials = {
  key: { header: 'X-Api-Key', scheme: '', variable: 'API_KEY' },
  token: { header: 'Authorization', scheme: 'Bearer ', variable: 'QUARTERDECK_TOKEN' },
}

/** What opens a request: its header, and the variable that holds the secret. */
export function credentialOf({ credential = 'key' }: ShownRequest) {
  return credentials[credential]
}

/** The request as a command of a shell. It is alone here, since the menus of lists need nothing else of requests. */
export function curlText(request: ShownRequest): string {
  const { method, url, body } = request
  const { header, scheme, variable } = credentialOf(request)
  const json = body === undefined ? null : writeJson(body, 2)
  return [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    shellQuoted(url),
    `-H "${header}: ${scheme}$${variable}"`,
    ...(json === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(json)}`]),
  ].join(' \\\n  ')
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
