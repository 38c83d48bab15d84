import type { Feedback } from '../../../src/contract/tracing/feedback.ts'
import type { ClientMemory } from '../clients/client-memory.ts'
import type { PersistentClient } from '../clients/persistent-client.ts'

/**
 * A run has one vote for each address that was voted with, one of those that were sent. Those of a run that is gone
 * have gone with it.
 */
export async function checkVotes(
  client: PersistentClient,
  memory: ClientMemory,
  isThere: (runId: string) => boolean,
): Promise<string[]> {
  const defects: string[] = []
  for (const { name, runId, votes } of memory.runs) {
    if (!runId || votes.length === 0 || !isThere(runId)) continue
    const target = `/api/v1/feedback?run=${runId}`
    const { status, body } = await client.ask('GET', target, { at: 0, isWhole: true })
    if (status !== 200) {
      defects.push(`The votes of ${name} were answered ${status}: ${JSON.stringify(body)}`)
      continue
    }
    const kept = body as Feedback[]
    const addresses = new Set(votes.map(({ url }) => url)).size
    if (kept.length > addresses) {
      defects.push(`${name} has ${kept.length} votes by ${addresses} addresses.`)
    }
    const acknowledged = votes.some(({ isAcknowledged }) => isAcknowledged)
    const [vote] = kept
    if (!vote && acknowledged) defects.push(`${name}: its vote was acknowledged, and is lost.`)
    // Of several that are on their way at once any may be the last.
    const sent = votes.map(({ score }) => score)
    if (kept.some(({ score }) => !sent.includes(Number(score)))) {
      defects.push(`${name} has the vote ${vote?.score}, and ${sent.join(' or ')} was sent.`)
    }
  }
  return defects
}
