import { Dialog } from '../ui/dialog.tsx'
import { JsonView } from '../ui/json-view.tsx'

type JsonDialogProps = { isOpen: boolean; onClose: () => void; noun: string; value: unknown }

/** An object as the server tells it, in a window of its own. */
export function JsonDialog({ isOpen, onClose, noun, value }: JsonDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`JSON of the ${noun}`} size="lg">
      <JsonView value={value} label={noun} openDepth={2} hasSearch />
    </Dialog>
  )
}
