type Root = Document | ShadowRoot
type Origin = { opener: HTMLElement | null; root: Root }

/** From where each open window was opened. */
const origins = new WeakMap<Element, Origin>()

/**
 * Attributes of a modal window's content: when it closes, focus goes back to what had it before, unless it
 * has moved on, as to the heading of another page. A window that takes the place of another goes back to
 * where that one came from.
 */
export const returnsFocus = {
  onOpenAutoFocus({ target }: Event): void {
    if (!(target instanceof Element)) return
    const root = target.getRootNode() as Root
    origins.set(target, { opener: focused(root), root })
  },
  onCloseAutoFocus({ target }: Event): void {
    const origin = target instanceof Element && origins.get(target)
    if (!origin) return
    const now = focused(origin.root)
    if (!now) origin.opener?.focus({ preventScroll: true })
    const next = now?.closest('[role=dialog], [role=alertdialog]')
    const heir = next && origins.get(next)
    if (heir && !heir.opener?.isConnected) heir.opener = origin.opener
  },
}

function focused({ activeElement }: Root): HTMLElement | null {
  const isSomewhere = activeElement instanceof HTMLElement && activeElement !== document.body
  return isSomewhere ? activeElement : null
}
