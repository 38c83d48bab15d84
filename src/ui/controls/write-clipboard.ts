/**
 * Puts text on the clipboard; rejects when the browser will not.
 * `near` is an element of the same dialog: a field elsewhere could not take focus from a modal.
 * Pages on a plain http address other than localhost have no `navigator.clipboard`.
 */
export async function writeClipboard(text: string, near: Element): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;opacity:0;inset:0 auto auto 0'
  const focused = (near.getRootNode() as Document | ShadowRoot).activeElement
  near.after(field)
  try {
    field.focus()
    field.select()
    if (!document.execCommand('copy')) throw new Error('The browser refused to copy.')
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
