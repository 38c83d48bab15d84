import { writeJson } from '../../contract/exact-json.ts'
import { credentialOf, curlText, type ShownRequest } from '../objects/curl-text.ts'

/** The ways in which a request can be shown. */
export const requestFormats = [
  { value: 'curl', label: 'curl' },
  { value: 'python', label: 'Python' },
  { value: 'json', label: 'JSON' },
] as const
export type RequestFormat = (typeof requestFormats)[number]['value']

/** The request as something that can be pasted into a shell, a Python script or a file. */
export function requestText(format: RequestFormat, request: ShownRequest): string {
  const { method, url, body } = request
  if (format === 'curl') return curlText(request)
  if (format === 'json') return body === undefined ? '' : writeJson(body, 2)
  const { header, scheme, variable } = credentialOf(request)
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers={"${header}": ${scheme && `"${scheme}" + `}os.environ["${variable}"]},`,
    ...(body === undefined ? [] : [`    json=${pythonLiteral(body, 1)},`]),
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n')
}

/** The same request with `…` for one field that is a secret; null, which takes it away, stays. */
export function withoutSecret<Body extends object>(request: Body, field: keyof Body): Body {
  return request[field] ? { ...request, [field]: '…' } : request
}

/** The same request with `…` for the value of every secret; null, which keeps a value, stays. */
export function withoutSecrets<Body extends object>(
  request: Body & {
    secrets?: readonly { name: string; value: string | null }[] | null | undefined
    source_config?: { repo_token?: string | null | undefined } | null | undefined
  },
) {
  const source = request.source_config
  const body = source?.repo_token
    ? { ...request, source_config: { ...source, repo_token: '…' } }
    : request
  if (!body.secrets) return body
  const secrets = body.secrets.map(({ name, value }) => ({
    name,
    value: value === null ? null : '…',
  }))
  return { ...body, secrets }
}

function pythonLiteral(value: unknown, depth: number): string {
  const pad = '    '.repeat(depth)
  // As JSON has it: there is no number that a text such as “many” could be.
  if (value === null || value === undefined || Number.isNaN(value)) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return writeJson(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => pythonLiteral(item, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, depth + 1)}`)
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${pad}    ${part},\n`).join('')}${pad}${close}`
}
