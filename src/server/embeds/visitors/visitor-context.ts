import type { Embed } from '../../../contract/embeds/embeds.ts'
import { pageAddress } from '../../../contract/embeds/visited-page.ts'
import type { VisitorRow } from './visitor-store.ts'

/**
 * What an agent finds in `config.configurable.visitor` of each run: who writes, on which page. Attributes are those that
 * the site's own server signed; what only the browser says stands apart.
 */
export function visitorContext(embed: Embed, visitor: VisitorRow, page: string | null) {
  const { id, user_id, attributes, unverified_attributes } = visitor
  return {
    visitor: { embed_id: embed.id, id, user_id, attributes, unverified_attributes, page },
  }
}

/**
 * The page that a chat says it stands on. What is of another origin than the request is not believed; the chat in a
 * frame of this server's own names the page around it, which is of an origin that the embed allows.
 */
export function toldPage(
  embed: Embed,
  told: string | undefined,
  isFrom: (origin: string) => boolean,
): string | null {
  const page = embed.reads_page && told !== undefined ? pageAddress(told) : null
  return page !== null && page.length <= 2_000 && isFrom(new URL(page).origin) ? page : null
}
