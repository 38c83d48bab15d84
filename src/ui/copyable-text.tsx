import { CopyButton } from './copy-button.tsx'

/** A whole id or address in mono, breaking where it must, with its copy button. */
export function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <span className="-my-1 flex items-center gap-1">
      <span className="mono min-w-0 break-all">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}
