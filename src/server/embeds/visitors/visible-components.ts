import {
  type UiMessage,
  uiMessagesOf,
} from '../../../contract/agent-server/components/ui-messages.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'

type Visibility = Pick<Embed, 'shows_components'>

/** What of a component's metadata says where it belongs and how it is changed; the rest is the operator's. */
const ownMetadata = ['message_id', 'id', 'run_id', 'merge'] as const

/** What a state's values say by components, in their wire shape; undefined where the embed shows none. */
export function visibleComponents(values: unknown, embed: Visibility): unknown[] | undefined {
  if (!embed.shows_components) return undefined
  const said = uiMessagesOf(values)
  return said.length > 0 ? said.map(visible) : undefined
}

/** What a run tells of a component, or null: nothing else that it tells as `custom` is for visitors. */
export function visibleComponentEvent(data: unknown, embed: Visibility): unknown {
  if (!embed.shows_components) return null
  const { type, id } = Object(data) as { type?: unknown; id?: unknown }
  if (type === 'remove-ui' && typeof id === 'string') return { type, id }
  const [said] = uiMessagesOf({ ui: [data] })
  return said ? visible(said) : null
}

function visible({ id, name, props, metadata }: UiMessage) {
  const kept = ownMetadata.filter((field) => field in metadata)
  const told = Object.fromEntries(kept.map((field) => [field, metadata[field]]))
  return { type: 'ui', id, name, props, metadata: told }
}
