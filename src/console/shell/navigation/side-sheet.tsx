import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { leaveToMenu } from '../../../ui/overlay/dialog.tsx'
import { returnsFocus } from '../../../ui/overlay/return-focus.ts'

type SideSheetProps = {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The navigation over the page, where there is no room beside it. */
export function SideSheet({ isOpen, onClose, children }: SideSheetProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-[oklch(0.15_0.02_265/0.45)]" />
        <Dialog.Content
          {...returnsFocus}
          aria-describedby={undefined}
          onEscapeKeyDown={leaveToMenu}
          className="fixed inset-y-0 left-0 z-40 w-[264px] max-w-[calc(100vw-48px)] animate-fade overflow-y-auto border-r bg-bg text-ink text-md shadow-float focus-visible:outline-none"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
