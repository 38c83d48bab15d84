import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CopyableText } from '../../ui/controls/copyable-text.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { DialogActions } from '../../ui/overlay/dialog.tsx'
import { CodeBlock } from '../../ui/page/code-block.tsx'
import { Note } from '../../ui/page/note.tsx'
import { useUnsaved } from '../forms/unsaved.ts'

type MadeSecretProps = {
  /** As in “Copy token”. */
  noun: string
  secret: string
  /** Who keeps it, and what it opens. */
  note: ReactNode
  /** What leaving without a copy costs. */
  loss: string
  /** Where it is kept for the request below. */
  variable: string
  request: string
  onClose: () => void
}

/** What was made just now, in a window that alone holds it: it asks before it is left without a copy. */
export function MadeSecret(props: MadeSecretProps) {
  const { noun, secret, onClose } = props
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const withoutCopy = {
    title: `Leave without copying the ${noun}?`,
    consequence: props.loss,
    confirmLabel: 'Leave without it',
    cancelLabel: `Back to the ${noun}`,
  }
  useUnsaved(() => !isCopied, withoutCopy)
  return (
    <div className="flex flex-col gap-4">
      <Note tone="warn" title="Copy it now: it is not shown again">
        {props.note}
      </Note>
      <div className="rounded-control border bg-sunken px-3 py-2.5">
        <CopyableText text={secret} label={`Copy ${noun}`} onCopied={() => setIsCopied(true)} />
      </div>
      <div>
        <p className="mb-1.5 text-ink-2 text-sm">A request with it, kept in {props.variable}:</p>
        <CodeBlock label={`request with the ${noun}`} code={props.request} />
      </div>
      <DialogActions>
        <Button variant="primary" onClick={() => (isCopied ? onClose() : setIsAsking(true))}>
          Done
        </Button>
      </DialogActions>
      <ConfirmDialog
        {...withoutCopy}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => onClose()}
      />
    </div>
  )
}
