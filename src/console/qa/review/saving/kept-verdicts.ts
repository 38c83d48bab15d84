import { Verdict } from '../../../../contract/qa/reviews.ts'

/** Verdicts that have not got through yet, by place of the case: they outlast a reload of the tab. */
export interface KeptVerdicts {
  all: () => [index: number, verdict: Verdict][]
  keep: (index: number, verdict: Verdict) => void
  drop: (index: number) => void
}

/**
 * Those of one session and reviewer. Where the browser keeps nothing, nothing is kept.
 * @param storage the tab's, or null where it is blocked
 */
export function keptVerdicts(
  storage: Storage | null,
  sessionId: string,
  reviewer: string,
): KeptVerdicts {
  const start = `quarterdeck.verdict.${sessionId}.${reviewer}.`
  return {
    all: () =>
      Object.keys(storage ?? {})
        .filter((key) => key.startsWith(start))
        .flatMap((key) => {
          const verdict = readVerdict(storage?.getItem(key) ?? '')
          const index = Number(key.slice(start.length))
          return verdict && Number.isInteger(index) ? [[index, verdict] as [number, Verdict]] : []
        })
        .sort(([one], [other]) => one - other),
    keep(index, verdict) {
      try {
        storage?.setItem(`${start}${index}`, JSON.stringify(verdict))
      } catch {
        // A full storage is no reason to stop judging: the verdict is on its way.
      }
    },
    drop: (index) => storage?.removeItem(`${start}${index}`),
  }
}

/** The storage of the tab, or null where it is blocked. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

function readVerdict(text: string): Verdict | null {
  try {
    return Verdict.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
