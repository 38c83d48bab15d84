import { toast as sonner } from 'sonner'

type ToastOptions = {
  /** The server's own words, or what to do next. */
  description?: string
  action?: { label: string; onClick: () => void }
}

/** Short messages about actions that have no other place to report. Shown by the one Toaster. */
export const toast = {
  ok: (title: string, options?: ToastOptions) => sonner.success(title, options),
  info: (title: string, options?: ToastOptions) => sonner.info(title, options),
  /** Stays until dismissed: an error must not vanish before it was read. */
  bad: (title: string, options?: ToastOptions) =>
    sonner.error(title, { ...options, duration: Number.POSITIVE_INFINITY }),
}
