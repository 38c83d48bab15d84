import { CopyButton } from './copy-button.tsx'

type CopyableTextProps = {
  text: string
  label: string
  /** It was copied, by the button or by hand. */
  onCopied?: () => void
}

/** A whole id or address in mono, breaking where it must, with its copy button. */
export function CopyableText({ text, label, onCopied }: CopyableTextProps) {
  return (
    <span className="-my-1 flex items-center gap-1" onCopy={onCopied}>
      <span className="mono min-w-0 break-all">{text}</span>
      <CopyButton text={text} label={label} onCopied={onCopied} />
    </span>
  )
}
