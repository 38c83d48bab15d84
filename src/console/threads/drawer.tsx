import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { returnsFocus } from '../../ui/overlay/return-focus.ts'

type DrawerProps = {
  /** From which edge it comes. */
  side: 'left' | 'right'
  title: string
  onClose: () => void
  children: ReactNode
}

/** To be drawn while it is open: what stands beside the conversation, over it, where there is no room. Esc and a press outside close it. */
export function Drawer({ side, title, onClose, children }: DrawerProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-[oklch(0.15_0.02_265/0.45)]" />
        <Dialog.Content
          {...returnsFocus}
          aria-describedby={undefined}
          className={cx(
            'fixed inset-y-0 z-40 flex w-[340px] max-w-[calc(100vw-40px)] animate-fade flex-col bg-surface text-ink text-md shadow-float focus-visible:outline-none',
            side === 'left' ? 'left-0 border-r' : 'right-0 border-l',
          )}
        >
          <div className="flex h-[46px] flex-none items-center border-b pr-2 pl-4">
            <Dialog.Title className="grow font-semibold">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden size={16} strokeWidth={1.8} />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="min-h-0 grow overflow-y-auto">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
