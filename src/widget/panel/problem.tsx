import type { Texts } from './texts/en.ts'

type ProblemProps = { words: string; texts: Texts; onAgain: () => void }

/** What could not be read, and a way to read it again. */
export function Problem({ words, texts, onAgain }: ProblemProps) {
  return (
    <div role="alert" className="rounded-md border border-line bg-bad-soft px-3 py-2 text-md">
      <p>{words}</p>
      <button type="button" className="mt-1 cursor-pointer underline" onClick={onAgain}>
        {texts.retry}
      </button>
    </div>
  )
}
