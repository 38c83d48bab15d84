import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { type ToastMessage, toasts } from './toast.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.8 } as const

/** The toasts themselves. */
export function ToastStack() {
  useEffect(() => {
    const showWaiting = () => toasts.take().forEach(show)
    showWaiting()
    return toasts.subscribe(showWaiting)
  }, [])
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
            'group/toast flex w-(--width) items-start has-[[data-description]]:flex-wrap gap-2.5 rounded-md border border-line bg-raised py-2.5 pr-2.5 pl-3.5 font-ui text-ink text-md leading-5 shadow-float print:hidden',
          icon: 'mt-0.5 flex-none',
          content: 'min-w-0 grow break-words has-[[data-description]]:basis-[calc(100%-80px)]',
          title: 'font-semibold',
          description: 'text-ink-2',
          actionButton:
            'h-[26px] flex-none cursor-pointer rounded-control border border-line-strong bg-surface px-2.5 font-medium hover:bg-bg group-has-[[data-description]]/toast:order-last group-has-[[data-description]]/toast:ml-[26px]',
          closeButton:
            'order-last grid size-6 flex-none cursor-pointer place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink',
        },
      }}
    />
  )
}

function show({ kind, title, durationMs, ...others }: ToastMessage): void {
  const options = { ...others, ...(durationMs !== undefined && { duration: durationMs }) }
  if (kind === 'ok') sonner.success(title, options)
  else if (kind === 'info') sonner.info(title, options)
  else sonner.error(title, { ...options, duration: Number.POSITIVE_INFINITY })
}
