/** What became of one of many. */
export interface ManyOutcome {
  key: string
  name: string
  /** `skipped`: there was nothing to do, which `words` say. */
  outcome: 'done' | 'skipped' | 'failed'
  /** What was done, where that differs, or why not. */
  words?: string | undefined
}

export interface ManyProgress {
  isDone: boolean
  total: number
  outcomes: readonly ManyOutcome[]
}

/** Something is done to many things, one by one. */
export interface ManyJob {
  words: ManyWords
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => ManyProgress
  /** Tries what failed once more. */
  retry: () => void
}

/** How a job is told of: “Deleting threads”, “7 deleted”, and of one “Deleted”. */
export interface ManyWords {
  doing: string
  done: string
}

/** Says in its own words why there was nothing to do. */
export class NothingToDo extends Error {}

const atOnce = 4

/**
 * Does the same to many things, a few at once, each whatever becomes of the others. It begins at once and goes on to its end,
 * whether or not somebody looks.
 * @param act answers what was done where that differs from one to another; rejects with NothingToDo or with what is wrong
 * @param onEnd after each end, a retry's too: what is shown of them is old now
 */
export function startManyJob<Item>(
  items: readonly { key: string; name: string; item: Item }[],
  words: ManyWords,
  act: (item: Item) => Promise<string | undefined>,
  onEnd: () => void,
): ManyJob {
  let progress: ManyProgress = { isDone: false, total: items.length, outcomes: [] }
  const listeners = new Set<() => void>()
  const tell = (next: Partial<ManyProgress>) => {
    progress = { ...progress, ...next }
    for (const listener of listeners) listener()
  }
  const work = async (wanted: typeof items) => {
    const left = [...wanted]
    const worker = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { key, name, item } = next
        const outcome = await act(item).then(
          (said) => ({ outcome: 'done' as const, words: said }),
          (error: Error) => ({
            outcome: error instanceof NothingToDo ? ('skipped' as const) : ('failed' as const),
            words: error.message,
          }),
        )
        tell({ outcomes: [...progress.outcomes, { key, name, ...outcome }] })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    tell({ isDone: true })
    onEnd()
  }
  void work(items)
  return {
    words,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => progress,
    retry: () => {
      const failed = new Set(progress.outcomes.filter(hasFailed).map(({ key }) => key))
      if (!progress.isDone || failed.size === 0) return
      tell({ isDone: false, outcomes: progress.outcomes.filter((one) => !hasFailed(one)) })
      void work(items.filter(({ key }) => failed.has(key)))
    },
  }
}

export const hasFailed = ({ outcome }: ManyOutcome) => outcome === 'failed'

/** How a job stands: “7 deleted, 2 failed”. */
export function headlineOf({ isDone, outcomes, total }: ManyProgress, words: ManyWords): string {
  if (!isDone) return `${words.doing}: ${outcomes.length} of ${total}`
  const count = (wanted: ManyOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length
  const parts = [
    { number: count('done'), word: words.done },
    { number: count('skipped'), word: 'left as they are' },
    { number: count('failed'), word: 'failed' },
  ]
  const [first] = parts
  const told = parts.filter((part) => part === first || part.number > 0)
  return told.map(({ number, word }) => `${number} ${word}`).join(', ')
}
