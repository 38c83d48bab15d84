import { Dialog } from '../../ui/overlay/dialog.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'

type JsonDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** What it is: “run”, or a name of its own, as “version 2”. */
  noun: string
  isName?: boolean
  value: unknown
}

/** An object as the server tells it, in a window of its own. */
export function JsonDialog(props: JsonDialogProps) {
  const { isOpen, onClose, noun, isName = false, value } = props
  const title = `JSON of ${isName ? '' : 'the '}${noun}`
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size="lg">
      <JsonView value={value} label="JSON" openDepth={2} hasSearch />
    </Dialog>
  )
}
