import { writeClipboard } from '../../ui/controls/write-clipboard.ts'
import { toast } from '../../ui/overlay/toast.ts'

/** Copies from a menu or a palette, which close and so cannot say themselves how it went. */
export function copyText(text: string, what: string): void {
  writeClipboard(text, document.activeElement ?? document.body).then(
    () => toast.ok(`Copied the ${what}`),
    () => toast.bad(`The browser refused to copy the ${what}`),
  )
}
