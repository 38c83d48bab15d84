import { useEffect } from 'react'
import { loadHighlighter } from './highlighted-code.tsx'
import { parseMarkdown } from './markdown-blocks.ts'

/** Something of every kind, so that all of the parser has run once. */
const samples = [
  '# Title',
  'Words, **bold**, `code` and a [link](https://example.com/).',
  '- one\n  1. two',
  '| a |\n|---|\n| 1 |',
  '> quoted',
  '```js\nconst a = 1\n```',
]

/**
 * Runs what a first answer needs while nothing else is to be done, a little at a time: code that has never run
 * is compiled when it is called first, and that would be in the frame of the first words. Then loads what a press
 * opens; a failure tells nothing, since the press asks again.
 */
export function useWarmUp(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    const parsed = samples.map((sample) => () => void parseMarkdown(sample))
    const steps = [...parsed, warmHighlighter, () => void load().catch(() => undefined)]
    const next = () => {
      steps.shift()?.()
      if (steps.length > 0) handle = requestIdleCallback(next)
    }
    let handle = requestIdleCallback(next)
    return () => cancelIdleCallback(handle)
  }, [load])
}

function warmHighlighter(): void {
  loadHighlighter()
    .then((highlight) => highlight('const a = 1', 'js'))
    // The first block of code asks again, and is plain and complete without it.
    .catch(() => undefined)
}
