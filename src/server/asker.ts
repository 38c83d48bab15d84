import type { StartedBy } from '../contract/control-plane/revisions.ts'
import { isSameSecret } from './same-secret.ts'
import type { SecretBox } from './secrets/secret-box.ts'

/** What the gateway sends a change on with. It opens nothing: it says who asked for it, and proves that the gateway says so. */
const header = 'x-quarterdeck-asker'

/** The header of a change that somebody makes through the gateway; no name where nobody has to sign in. */
export function askerHeader(box: SecretBox, name: string | null): Record<string, string> {
  const isToken = name?.startsWith('token ') ?? false
  const asker: StartedBy = { via: isToken ? 'token' : 'console', name }
  const text = Buffer.from(JSON.stringify(asker)).toString('base64url')
  return { [header]: `${text}.${proof(box, text)}` }
}

/** Who asks: through the gateway, or whoever has the API key. */
export function readAsker(box: SecretBox, read: (name: string) => string | undefined): StartedBy {
  const [text = '', given = ''] = (read(header) ?? '').split('.')
  if (!isSameSecret(given, proof(box, text))) return { via: 'api', name: null }
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as StartedBy
}

function proof(box: SecretBox, text: string): string {
  return box.derive('asker', text)
}
