import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

/**
 * The graph library's serializer, which reads as plain data what looks like an object of the library's and is none: a
 * state that a graph has kept can be read again, whatever is in it.
 */
export function readingPlainData(serializer: SerializerProtocol): SerializerProtocol {
  /** A value with as much of it read by the library as that can read. */
  async function partsOf(value: unknown): Promise<unknown> {
    try {
      return await serializer.loadsTyped('json', JSON.stringify(value))
    } catch (error) {
      if (typeof value !== 'object' || value === null) throw error
      if (Array.isArray(value)) return Promise.all(value.map(partsOf))
      const fields = Object.entries(value).map(async ([name, part]) => [name, await partsOf(part)])
      return Object.fromEntries(await Promise.all(fields))
    }
  }
  return {
    dumpsTyped: (value) => serializer.dumpsTyped(value),
    async loadsTyped(type, data) {
      try {
        return await serializer.loadsTyped(type, data)
      } catch (error) {
        if (type !== 'json') throw error
        const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
        return partsOf(JSON.parse(text))
      }
    },
  }
}
