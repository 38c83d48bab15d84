import { useContext, useEffect, useState } from 'react'
import { CodeBlock } from '../ui/code-block.tsx'
import { Words } from '../ui/words.ts'
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
      {spans?.map(({ text, scope }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity but their place
        <span key={index} className={colourOf(scope)}>
          {text}
        </span>
      ))}
    </CodeBlock>
  )
}

function useSpans(code: string, language: string): readonly CodeSpan[] | null {
  const [done, setDone] = useState<{ code: string; spans: readonly CodeSpan[] | null } | null>(null)
  useEffect(() => {
    if (language === '') return
    let isWanted = true
    import('./highlight.ts')
      .then(({ highlight }) => {
        if (isWanted) setDone({ code, spans: highlight(code, language) })
      })
      // Without the highlighter the code is plain, and complete.
      .catch(() => isWanted && setDone(null))
    return () => {
      isWanted = false
    }
  }, [code, language])
  return done?.code === code ? done.spans : null
}

const colours: Record<string, string> = {
  comment: 'text-ink-3 italic',
  quote: 'text-ink-3 italic',
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
