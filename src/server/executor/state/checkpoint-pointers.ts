import type { RunnableConfig } from '@langchain/core/runnables'

/** What the graph library tells: from which graph, by which of its modes. */
export interface Chunk {
  namespace: string[]
  mode: string
  payload: unknown
}

/** The mode of what announces values: which checkpoint they are of. */
export const pointerMode = 'pointer'

/**
 * The library tells the values of a step, and then of which checkpoint they are: here a pointer to it goes before them.
 * Values without a checkpoint are told as they are.
 */
export async function* withPointers(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  const held = new Map<string, Chunk>()
  try {
    for await (const chunk of chunks) {
      const { namespace, mode, payload } = chunk
      const key = namespace.join('|')
      const values = held.get(key)
      held.delete(key)
      const pointer = values && mode === 'checkpoints' ? pointerOf(payload) : null
      if (pointer) yield { namespace, mode: pointerMode, payload: pointer }
      if (values) yield values
      if (mode === 'values' && !isPause(payload)) held.set(key, chunk)
      else yield chunk
    }
  } finally {
    yield* held.values()
  }
}

function isPause(values: unknown): boolean {
  return typeof values === 'object' && values !== null && '__interrupt__' in values
}

interface CheckpointPayload {
  config?: RunnableConfig
  parentConfig?: RunnableConfig
  metadata?: { step?: number; source?: string }
}

function pointerOf(payload: unknown): object | null {
  const { config, parentConfig, metadata } = payload as CheckpointPayload
  const id = config?.configurable?.checkpoint_id
  const parent_id = parentConfig?.configurable?.checkpoint_id
  if (!id) return null
  return { id, ...(parent_id ? { parent_id } : {}), step: metadata?.step, source: metadata?.source }
}
