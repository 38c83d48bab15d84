import type { Verdict } from '../../../../contract/qa/reviews.ts'
import type { KeptVerdicts } from './kept-verdicts.ts'

/** What has become of the verdicts that were given. */
export interface OutboxState {
  /** Cases whose verdict has not got through. */
  readonly open: readonly number[]
  readonly isSending: boolean
  /** What was refused last, or got no answer; null once everything got through. */
  readonly failure: SaveFailure | null
  /** What got through last. */
  readonly saved: Saved | null
  /** Words that were refused for ever, until they are dismissed. */
  readonly refused: readonly RefusedWords[]
}

/** What somebody wrote in a verdict that the server does not take any more. */
export interface RefusedWords {
  readonly index: number
  readonly words: string
  /** Why it was refused. */
  readonly message: string
}

interface SaveFailure {
  readonly index: number
  readonly message: string
  /** Another verdict was saved in another window: which of them counts is the reviewer's to say. */
  readonly isJudgedElsewhere: boolean
}

export interface Saved {
  readonly index: number
  /** What was changed, in words. */
  readonly words: string
  /** ISO 8601. */
  readonly at: string
  /** How many cases the reviewer has judged. */
  readonly judged: number
}

export interface Outbox {
  /**
   * Sends a verdict after those before it. One of the same case that still waits is left out for it.
   * @param place in whose place it comes, where it was kept with that: see `send`
   * @param sent what was sent of it before and got no answer, where it was kept with that
   */
  put: (index: number, verdict: Verdict, words: string, place?: string, sent?: Verdict) => void
  /** The same once nothing more was put for a moment: for what is being typed. Kept at once. */
  putSoon: (index: number, verdict: Verdict, words: string) => void
  /** Sends what waits for the end of typing. */
  flush: () => void
  /** Sends again what failed. */
  retry: () => void
  /** Sends what was said of a case here, in place of whatever stands there. */
  overwrite: (index: number) => void
  /** Takes back what was said of a case here, and what stands there counts. */
  giveWay: (index: number) => void
  /** What was written in a refused verdict of a case is needed no more. */
  dismiss: (index: number) => void
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => OutboxState
}

interface Ways {
  /** Answers once the server has it. @param over when the verdict was saved in whose place it comes, where that is known */
  send: (index: number, verdict: Verdict, over: string | undefined) => Promise<Receipt>
  /** When the verdict was saved that is shown of a case, `none` where there is none; undefined where it was not read. */
  savedAt: (index: number) => string | undefined
  isJudgedElsewhere: (error: unknown) => boolean
  kept: KeptVerdicts
  onSaved: (index: number, verdict: Verdict, saved: Saved) => void
  /** Whether it would be refused for ever; what it was is dropped then, but for the words in it. */
  isFinal: (error: unknown) => boolean
  /** What was written in a verdict and the server does not have, null where it has the verdict. Never rejects. */
  unsavedWords: (index: number, verdict: Verdict) => Promise<string | null>
  onDropped: (index: number) => void
}

type Receipt = { saved_at: string; judged: number }
type Letter = { verdict: Verdict; words: string; hasFailed: boolean }

const typingMs = 700

/** Brings verdicts to the server: in order, one at a time, none lost on the way. */
export function createOutbox(ways: Ways): Outbox {
  const { letters, over, unsure, add, keep, forget } = createLetters(ways)
  const store = createStore(() => [...letters.keys()])
  const { set } = store
  const typing = createTyping(() => again())

  const nextLetter = () =>
    [...letters].find(([index, letter]) => !letter.hasFailed && index !== typing.index())

  const run = async () => {
    if (store.get().isSending) return
    set({ isSending: true })
    for (let next = nextLetter(); next; next = nextLetter()) await deliver(...next)
    set({ isSending: false })
  }
  const deliver = async (index: number, letter: Letter) => {
    let sent: Verdict | undefined
    try {
      const before = unsure.get(index)
      // Said once more: what stands there, if it does, is no other window's then.
      if (before && before !== letter.verdict) {
        over.set(index, (await ways.send(index, before, over.get(index))).saved_at)
        unsure.delete(index)
      }
      sent = letter.verdict
      // Before it is answered the page may be read anew.
      unsure.set(index, sent)
      keep(index)
      const { saved_at: at, judged } = await ways.send(index, sent, over.get(index))
      over.set(index, at)
      unsure.delete(index)
      const isLast = letters.get(index) === letter
      if (isLast) forget(index)
      else keep(index)
      const saved = { index, words: letter.words, at, judged }
      if (isLast) ways.onSaved(index, letter.verdict, saved)
      set({ saved, failure: store.failureWithout(index) })
    } catch (error) {
      const message = error instanceof Error ? error.message : 'It was not saved.'
      const isJudgedElsewhere = ways.isJudgedElsewhere(error)
      if (sent && (isJudgedElsewhere || ways.isFinal(error))) unsure.delete(index)
      if (ways.isFinal(error)) return await refuse(index, message)
      letter.hasFailed = true
      keep(index)
      set({ failure: { index, message, isJudgedElsewhere } })
    }
  }
  const refuse = async (index: number, message: string) => {
    const letter = letters.get(index)
    // One that got no answer may have been saved before.
    const words = letter ? await ways.unsavedWords(index, letter.verdict) : ''
    // What was typed meanwhile is sent, and refused, itself.
    if (!letter || letters.get(index) !== letter) return
    forget(index)
    ways.onDropped(index)
    if (words === null) return set({ failure: store.failureWithout(index) })
    if (words === '') return set({ failure: { index, message, isJudgedElsewhere: false } })
    // Over a reload it is sent, and refused, once more.
    ways.kept.keep(index, letter.verdict, undefined)
    set({
      refused: [...store.refusedWithout(index), { index, words, message }],
      failure: store.failureWithout(index),
    })
  }
  const again = () => {
    for (const letter of letters.values()) letter.hasFailed = false
    set({})
    void run()
  }

  return {
    put(index, verdict, words, place, sent) {
      typing.end()
      if (sent) unsure.set(index, sent)
      add(index, verdict, words, place)
      again()
    },
    putSoon(index, verdict, words) {
      const before = typing.index()
      add(index, verdict, words)
      typing.begin(index)
      set({})
      if (before !== null && before !== index) again()
    },
    flush() {
      if (typing.index() === null) return
      typing.end()
      again()
    },
    retry: again,
    overwrite(index) {
      over.delete(index)
      unsure.delete(index)
      again()
    },
    giveWay(index) {
      forget(index)
      ways.onDropped(index)
      set({ failure: store.failureWithout(index) })
    },
    dismiss(index) {
      ways.kept.drop(index)
      set({ refused: store.refusedWithout(index) })
    },
    subscribe: store.subscribe,
    getSnapshot: store.get,
  }
}

/** What was said and has not got through, kept over a reload. */
function createLetters({ kept, savedAt }: Pick<Ways, 'kept' | 'savedAt'>) {
  const letters = new Map<number, Letter>()
  /** In whose place the verdict of a case comes: as it was when the first letter was written, or the one before it. */
  const over = new Map<number, string | undefined>()
  /** What was sent last of a case and got no answer: it may stand there. */
  const unsure = new Map<number, Verdict>()
  const add = (index: number, verdict: Verdict, words: string, place?: string) => {
    if (!letters.has(index)) over.set(index, place ?? savedAt(index))
    // At the end: what was said last is sent last.
    letters.delete(index)
    letters.set(index, { verdict, words, hasFailed: false })
    keep(index)
  }
  const keep = (index: number) => {
    const [letter, sent] = [letters.get(index), unsure.get(index)]
    if (!letter) return
    const before = sent === letter.verdict ? undefined : sent
    kept.keep(index, letter.verdict, over.get(index), before)
  }
  const forget = (index: number) => {
    letters.delete(index)
    unsure.delete(index)
    kept.drop(index)
  }
  return { letters, over, unsure, add, keep, forget }
}

function createStore(open: () => readonly number[]) {
  const listeners = new Set<() => void>()
  let state: OutboxState = { open: [], isSending: false, failure: null, saved: null, refused: [] }
  return {
    get: () => state,
    failureWithout: (index: number) => (state.failure?.index === index ? null : state.failure),
    refusedWithout: (index: number) => state.refused.filter((one) => one.index !== index),
    set(next: Partial<OutboxState>) {
      state = { ...state, ...next, open: open() }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The case that somebody types about; it ends once nothing more was typed for a moment. */
function createTyping(onEnd: () => void) {
  let typed: { index: number; timer: ReturnType<typeof setTimeout> } | null = null
  const end = () => {
    clearTimeout(typed?.timer)
    typed = null
  }
  return {
    index: () => typed?.index ?? null,
    begin(index: number) {
      end()
      const timer = setTimeout(() => {
        end()
        onEnd()
      }, typingMs)
      typed = { index, timer }
    },
    end,
  }
}
