/** The server says that a run is at work, and nothing of it comes. Times in milliseconds since 1970. */
export interface Silence {
  /** When the last of it came, or when this session began to follow it. */
  readonly since: number
  /** When a read of the run last said that it is running. */
  readonly lookedAt: number
}

/** Fewer looks in vain say nothing: streams break twice in a row. */
const fewestLooks = 3
/** A shorter silence is a step at work. */
const shortestMs = 20_000

/** Counts the looks at a run that the server says is running, and of which nothing comes. */
export interface SilenceWatch {
  /** Something came: true when a silence was told before. */
  broken(now: number): boolean
  /** A read said `running` and nothing had come; null while that is too little to tell. */
  lookedInVain(now: number): Silence | null
  /** Somebody looked in vain since something came. */
  hasLooked(): boolean
  isTold(): boolean
}

export function createSilenceWatch(startedAt: number): SilenceWatch {
  let since = startedAt
  let looks = 0
  let isTold = false
  return {
    broken(now) {
      const wasTold = isTold
      since = now
      looks = 0
      isTold = false
      return wasTold
    },
    lookedInVain(now) {
      looks += 1
      if (looks < fewestLooks || now - since < shortestMs) return null
      isTold = true
      return { since, lookedAt: now }
    },
    hasLooked: () => looks > 0,
    isTold: () => isTold,
  }
}
