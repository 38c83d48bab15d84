import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toaster as Sonner } from 'sonner'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.8 } as const

/** Where toasts appear. Mount once. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      duration={5000}
      gap={8}
      closeButton
      icons={{
        success: <CircleCheck {...icon} className="text-ok" />,
        info: <Info {...icon} className="text-ink-3" />,
        error: <CircleAlert {...icon} className="text-bad" />,
        close: <X {...icon} size={14} />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-start gap-2.5 rounded-md border border-line bg-raised py-2.5 pr-2.5 pl-3.5 font-ui text-ink text-md leading-5 shadow-float',
          icon: 'mt-0.5 flex-none',
          content: 'min-w-0 grow break-words',
          title: 'font-semibold',
          description: 'text-ink-2',
          actionButton:
            'h-[26px] flex-none cursor-pointer rounded-control border border-line-strong bg-surface px-2.5 font-medium hover:bg-bg',
          closeButton:
            'order-last grid size-6 flex-none cursor-pointer place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink',
        },
      }}
    />
  )
}
