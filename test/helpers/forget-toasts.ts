import { toasts } from '../../src/ui/overlay/toast.ts'

/**
 * Forgets the messages of pages that are gone, as a browser does with a page. Tests share what keeps messages, and the
 * next page would show again what was not dismissed: its *Undo* would stand beside that of a test.
 */
export async function forgetToasts(): Promise<void> {
  if (!toasts.hasAny()) return
  toasts.take()
  // What draws them adds rules of style, by which every question about a style takes longer: only where it is loaded.
  const { toast } = await import('sonner')
  toast.dismiss()
}
