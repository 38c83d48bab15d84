import { isSameSecret } from './same-secret.ts'
import type { SecretBox } from './secrets/secret-box.ts'

/**
 * Says for which connection this server keeps votes: servers without a feedback service of their own have theirs
 * here. It opens nothing; without it the feedback service speaks of the local stack's votes alone.
 */
const header = 'x-quarterdeck-votes-of'

/** The header of a request to this server's feedback service on behalf of a connection. */
export function keptVotesHeader(box: SecretBox, connectionId: string): Record<string, string> {
  return { [header]: `${connectionId}.${proof(box, connectionId)}` }
}

/** The id of the connection that a request is about; null for the local stack, or when it proves nothing. */
export function readKeptVotes(
  box: SecretBox,
  read: (name: string) => string | undefined,
): string | null {
  const [connectionId = '', given = ''] = (read(header) ?? '').split('.')
  return connectionId !== '' && isSameSecret(given, proof(box, connectionId)) ? connectionId : null
}

function proof(box: SecretBox, connectionId: string): string {
  return box.derive('kept votes', connectionId)
}
