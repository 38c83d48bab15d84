/** The server says that a run is not over, and nothing of it comes. Times in milliseconds since 1970. */
export interface Silence {
  /** `pending`: it had begun, and waits again: what ran it is gone. */
  readonly status: 'running' | 'pending'
  /** When the last of it came, or when this session began to follow it. */
  readonly since: number
  /** When a read of the run last said so. */
  readonly lookedAt: number
}

/** What such a run is called. */
export const silenceWords: Record<Silence['status'], string> = {
  running: 'Running, but silent',
  pending: 'Waits to go on',
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
  /** A read said `pending` of a run that had begun: no silence says more. */
  putBack(now: number): Silence
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
      return { status: 'running', since, lookedAt: now }
    },
    putBack(now) {
      looks += 1
      isTold = true
      return { status: 'pending', since, lookedAt: now }
    },
    hasLooked: () => looks > 0,
    isTold: () => isTold,
  }
}
