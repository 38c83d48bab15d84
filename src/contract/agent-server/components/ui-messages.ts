/**
 * What an agent says by a component of its project: the published state key `ui`, and the same as it is said, among what
 * a run tells as `custom`.
 */
export interface UiMessage {
  readonly id: string
  /** Of the component. */
  readonly name: string
  readonly props: Readonly<Record<string, unknown>>
  /** The message that it belongs to (`message_id`; `id` of JavaScript), the run that made it, and more. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** What a thread's values hold of it, oldest first. Anything else there is left out. */
export function uiMessagesOf(values: unknown): readonly UiMessage[] {
  const { ui } = Object(values) as { ui?: unknown }
  return Array.isArray(ui) ? ui.flatMap((one) => read(one) ?? []) : []
}

/** The list with what a run has told: a component is drawn, changed as a whole or in part, or taken away. */
export function withUiEvent(list: readonly UiMessage[], data: unknown): readonly UiMessage[] {
  const { type, id } = Object(data) as { type?: unknown; id?: unknown }
  if (type === 'remove-ui') return list.filter((one) => one.id !== id)
  const said = read(data)
  if (!said) return list
  const known = list.find((one) => one.id === said.id)
  if (!known) return [...list, said]
  const isPart = said.metadata.merge === true
  const changed = isPart ? { ...said, props: { ...known.props, ...said.props } } : said
  return list.map((one) => (one === known ? changed : one))
}

function read(data: unknown): UiMessage | null {
  const { type, id, name, props, metadata } = Object(data) as Record<string, unknown>
  if (type !== 'ui' || typeof id !== 'string' || typeof name !== 'string') return null
  return { id, name, props: record(props), metadata: record(metadata) }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Record<string, unknown>) : {}
}
