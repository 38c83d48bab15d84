import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../../../../ui/controls/button.tsx'
import { returnsFocus } from '../../../../ui/overlay/return-focus.ts'

type AttemptDrawerProps = { title: string; onClose: () => void; children: ReactNode }

/** To be drawn while it is open: over the grid, at its right. Esc and a press outside close it. */
export function AttemptDrawer({ title, onClose, children }: AttemptDrawerProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-[oklch(0.15_0.02_265/0.45)]" />
        <Dialog.Content
          {...returnsFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-40 flex w-[680px] max-w-full animate-fade flex-col border-l bg-surface text-ink text-md shadow-float focus-visible:outline-none"
        >
          <div className="flex h-[46px] flex-none items-center border-b pr-12 pl-4 min-[600px]:pl-5">
            <Dialog.Title className="min-w-0 grow truncate font-semibold">{title}</Dialog.Title>
          </div>
          <div className="min-h-0 grow overflow-y-auto">{children}</div>
          {/* Last in the order, so that focus starts in the content. */}
          <Dialog.Close asChild>
            <IconButton label="Close" className="absolute top-2 right-2">
              <X aria-hidden size={16} strokeWidth={1.8} />
            </IconButton>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
