import { isSameSecret } from './same-secret.ts'
import type { SecretBox } from './secrets/secret-box.ts'

const clients = ['console', 'embed', 'qa'] as const
/** The parts of this server through which people vote. */
export type VoteClient = (typeof clients)[number]

/** What such a vote is sent on with. It opens nothing: it says where a vote comes from, and proves it. */
const header = 'x-quarterdeck-vote-source'

/** The header of a vote with that token. It fits no other token and no other client. */
export function voteSourceHeader(
  box: SecretBox,
  client: VoteClient,
  token: string,
): Record<string, string> {
  return { [header]: `${client}.${proof(box, client, token)}` }
}

/** Where a vote with that token comes from; null when it says nothing, or something untrue. */
export function readVoteSource(
  box: SecretBox,
  read: (name: string) => string | undefined,
  token: string,
): VoteClient | null {
  const [name, given = ''] = (read(header) ?? '').split('.')
  const client = clients.find((one) => one === name)
  return client && isSameSecret(given, proof(box, client, token)) ? client : null
}

function proof(box: SecretBox, client: VoteClient, token: string): string {
  return box.derive('vote source', `${client} ${token}`)
}
