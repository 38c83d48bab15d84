/** What a tool's name may have (published); clients take no more. */
const longest = 128
const idLength = 8

interface Named {
  assistant_id: string
  graph_id: string
  name?: string | null | undefined
}

/**
 * Tools by their names: that of the assistant, as far as a tool can have it. A name that is taken is followed by the
 * beginning of the assistant's id, so that each tool is one assistant for good.
 * @param assistants in an order in which newer ones come last
 * @param taken names of other tools
 */
export function toolNames<One extends Named>(
  assistants: readonly One[],
  taken: readonly string[],
): Map<string, One> {
  const tools = new Map<string, One>()
  for (const assistant of assistants) {
    const plain = plainName(assistant.name || assistant.graph_id)
    const id = assistant.assistant_id.slice(0, idLength)
    const isFree = plain !== '' && !tools.has(plain) && !taken.includes(plain)
    const own = plain === '' ? id : `${plain.slice(0, longest - idLength - 1)}_${id}`
    tools.set(isFree ? plain : own, assistant)
  }
  return tools
}

function plainName(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, '_')
    .replace(/[^\w.-]/g, '')
    .slice(0, longest)
}
