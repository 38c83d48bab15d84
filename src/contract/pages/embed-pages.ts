import { getEmbed, listEmbeds } from '../embeds/embeds.ts'
import { firstReads, firstReadsBelow, type Read } from './first-reads.ts'

/** The chats that stand on other people's pages. */
export const embedList: Read<typeof listEmbeds> = {
  endpoint: listEmbeds,
  input: {},
  keptAs: 'answer',
}

/** One of them. */
export function embedRead(embed_id: string): Read<typeof getEmbed> {
  return { endpoint: getEmbed, input: { params: { embed_id } }, keptAs: 'answer' }
}

export const embedsPage = firstReads('embeds', () => [embedList])

/** The embed, and its use. */
export const aboutEmbed = firstReadsBelow('embed', ({ embedId }) => [embedRead(embedId)])
