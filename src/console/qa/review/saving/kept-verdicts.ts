import * as z from 'zod/mini'
import { Verdict } from '../../../../contract/qa/reviews.ts'

/**
 * `place`: in whose place the verdict comes, where that is known. `sent`: what was sent of it before and got no answer: it
 * may stand there.
 */
type KeptVerdict = [index: number, verdict: Verdict, place: string | undefined, sent?: Verdict]

/** Verdicts that have not got through yet, by place of the case: they outlast a reload of the tab. */
export interface KeptVerdicts {
  all: () => KeptVerdict[]
  keep: (...kept: KeptVerdict) => void
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
          const kept = read(storage?.getItem(key) ?? '')
          const index = Number(key.slice(start.length))
          return kept && Number.isInteger(index)
            ? [[index, kept.verdict, kept.place, ...(kept.sent ? [kept.sent] : [])] as KeptVerdict]
            : []
        })
        .sort(([one], [other]) => one - other),
    keep(index, verdict, place, sent) {
      try {
        storage?.setItem(`${start}${index}`, JSON.stringify({ verdict, place, sent }))
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

const Kept = z.object({
  verdict: Verdict,
  place: z.optional(z.string()),
  sent: z.optional(Verdict),
})

function read(text: string): z.infer<typeof Kept> | null {
  try {
    return Kept.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
