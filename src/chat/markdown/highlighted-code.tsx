import { useContext, useEffect, useMemo, useState } from 'react'
import { CodeBlock } from '../../ui/page/code-block.tsx'
import { Words } from '../../ui/words.ts'
import type { CodeSpan } from './highlight.ts'

type HighlightedCodeProps = {
  code: string
  /** Empty: plain, for code that is still being written. */
  language: string
}

/** A code block with its copy button; the colours come with the first block that needs them. */
export function HighlightedCode({ code, language }: HighlightedCodeProps) {
  const name = language.split(/[\s{,:]/)[0]?.toLowerCase() ?? ''
  const spans = useSpans(code, name)
  const words = useContext(Words)
  return (
    <CodeBlock
      code={code}
      label={[name, words.code].filter(Boolean).join(' ')}
      copyLabel={words.copyCode}
    >
      {spans?.map(({ text, scope }, index) => {
        const colour = colourOf(scope)
        // What has the block's own colour needs no element: a long thread has thousands of them.
        return colour === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity but their place
          <span key={index} className={colour}>
            {text}
          </span>
        )
      })}
    </CodeBlock>
  )
}

type Highlighter = typeof import('./highlight.ts').highlight

/** Once it is here, code is coloured in the drawing in which its block is closed. */
let loaded: Highlighter | null = null

/** Loads the highlighter, which is the same each time; rejects when it does not arrive. */
export async function loadHighlighter(): Promise<Highlighter> {
  loaded ??= (await import('./highlight.ts')).highlight
  return loaded
}

function useSpans(code: string, language: string): readonly CodeSpan[] | null {
  const [arrived, setArrived] = useState<Highlighter | null>(null)
  const run = arrived ?? loaded
  const isWanted = language !== '' && !run
  useEffect(() => {
    if (!isWanted) return
    let isThere = true
    loadHighlighter()
      .then((highlight) => isThere && setArrived(() => highlight))
      // Without the highlighter the code is plain, and complete.
      .catch(() => undefined)
    return () => {
      isThere = false
    }
  }, [isWanted])
  return useMemo(
    () => (language === '' || !run ? null : run(code, language)),
    [code, language, run],
  )
}

const colours: Record<string, string> = {
  // Words to read, on a ground that is not the page's: the quietest ink would be too pale there.
  comment: 'text-ink-2 italic',
  quote: 'text-ink-2 italic',
  keyword: 'text-accent',
  built_in: 'text-accent',
  literal: 'text-accent',
  type: 'text-run',
  class: 'text-run',
  title: 'text-run',
  function: 'text-run',
  attr: 'text-run',
  attribute: 'text-run',
  tag: 'text-run',
  name: 'text-run',
  string: 'text-ok',
  regexp: 'text-ok',
  addition: 'text-ok',
  number: 'text-warn',
  symbol: 'text-warn',
  meta: 'text-warn',
  variable: 'text-warn',
  deletion: 'text-bad',
  section: 'font-semibold text-ink',
  strong: 'font-semibold',
  emphasis: 'italic',
}

/** `title.function` takes the colour of `title`. */
function colourOf(scope: string | null): string | undefined {
  return scope === null ? undefined : colours[scope.split('.')[0] ?? '']
}
