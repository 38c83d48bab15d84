import { Check, Copy, Link2, X } from 'lucide-react'
import { useContext } from 'react'
import { Words } from '../words.ts'
import { IconButton } from './button.tsx'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = {
  /** A function where making the text is costly. */
  text: string | (() => string)
  /** Names what is copied: “Copy deployment id”. */
  label: string
  /** The text is an address, by which others come here. */
  isLink?: boolean
  onCopied?: (() => void) | undefined
}

const outcomes = {
  copied: { icon: Check, word: 'copied' },
  failed: { icon: X, word: 'copyFailed' },
} as const

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label, isLink = false, onCopied }: CopyButtonProps) {
  const { outcome, copy } = useCopy(text, onCopied)
  const words = useContext(Words)
  const Icon = outcome ? outcomes[outcome].icon : isLink ? Link2 : Copy
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
