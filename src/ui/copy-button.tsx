import { Check, Copy, X } from 'lucide-react'
import { type MouseEvent, useContext, useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { Words } from './words.ts'
import { writeClipboard } from './write-clipboard.ts'

type CopyButtonProps = {
  /** A function where making the text is costly. */
  text: string | (() => string)
  /** Names what is copied: “Copy deployment id”. */
  label: string
}

const outcomes = {
  copied: { icon: Check, word: 'copied' },
  failed: { icon: X, word: 'copyFailed' },
} as const
const shownMs = 2000

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes>()
  const words = useContext(Words)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget
    try {
      await writeClipboard(typeof text === 'string' ? text : text(), button)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  const Icon = outcome ? outcomes[outcome].icon : Copy
  return (
    <span className="inline-flex print:hidden">
      <IconButton label={label} size="sm" onClick={copy}>
        <Icon aria-hidden size={14} strokeWidth={1.8} />
      </IconButton>
      <span role="status" className="sr-only">
        {outcome && words[outcomes[outcome].word]}
      </span>
    </span>
  )
}
