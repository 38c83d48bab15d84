import { listEmbeds } from '../embeds/embeds.ts'
import { firstReads, type Read } from './first-reads.ts'

/** The chats that stand on other people's pages. */
export const embedList: Read<typeof listEmbeds> = {
  endpoint: listEmbeds,
  input: {},
  keptAs: 'answer',
}

export const embedsPage = firstReads('embeds', () => [embedList])
