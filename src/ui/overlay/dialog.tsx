import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { createContext, type ReactNode, useContext } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { isComposing } from '../keys/is-composing.ts'
import { usePortalContainer } from './portal-container.ts'
import { returnsFocus } from './return-focus.ts'

type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** `full` is the whole window; what is in it scrolls by itself. */
  size?: 'md' | 'lg' | 'full'
  /** Work is under way: it cannot be closed until that ends. */
  isLocked?: boolean
  /** Only what is in it closes it: what it shows is shown once. */
  closesFromWithin?: boolean
  role?: 'dialog' | 'alertdialog'
}

const whyLocked = 'Wait until this has finished'
const beside =
  'top-1/2 left-1/2 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-1/2 animate-pop rounded-lg border shadow-float'
const IsLocked = createContext(false)

/** A modal window: holds focus, closes by Esc, by a press outside and by its button. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  size = 'md',
  isLocked = false,
  closesFromWithin = false,
  role = 'dialog',
}: DialogProps) {
  const container = usePortalContainer()
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && !isLocked && onClose()}>
      <Radix.Portal container={container}>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-[oklch(0.15_0.02_265/0.45)]" />
        <Radix.Content
          {...returnsFocus}
          role={role}
          onEscapeKeyDown={closesFromWithin ? stay : leaveToMenu}
          onInteractOutside={closesFromWithin ? stay : undefined}
          {...(!description && { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex flex-col bg-raised text-ink text-md focus-visible:outline-none',
            size === 'full' ? 'inset-0 gap-3' : beside,
            size === 'md' && 'max-w-[460px]',
            size === 'lg' && 'max-w-[720px]',
          )}
        >
          <div className="flex-none pt-4 pr-12 pl-5">
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild>
                <div className="mt-1 text-ink-2">{description}</div>
              </Radix.Description>
            )}
          </div>
          <div
            className={
              size === 'full'
                ? 'flex min-h-0 flex-1 flex-col'
                : 'min-h-0 overflow-y-auto px-5 pt-4 pb-5'
            }
          >
            <IsLocked value={isLocked}>{children}</IsLocked>
          </div>
          {/* Last in the order, so that focus starts in the content. */}
          {!closesFromWithin && (
            <Radix.Close asChild>
              <IconButton
                label="Close"
                className="absolute top-3 right-3"
                disabledReason={isLocked ? whyLocked : undefined}
              >
                <X aria-hidden size={16} strokeWidth={1.8} />
              </IconButton>
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Esc in an open menu closes that menu, not the window around it; while an input method has it, it ends what is composed. */
export function leaveToMenu(event: KeyboardEvent): void {
  const isInMenu = event.target instanceof Element && event.target.closest('[role=menu]')
  if (isInMenu || isComposing(event)) event.preventDefault()
}

function stay(event: Event): void {
  event.preventDefault()
}

/** Leaves the window it is in by the same way as Esc. */
export function DialogCancel() {
  const isLocked = useContext(IsLocked)
  return (
    <Radix.Close asChild>
      <Button disabledReason={isLocked ? whyLocked : undefined}>Cancel</Button>
    </Radix.Close>
  )
}

/** The row of buttons that ends a dialog, the main action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}
