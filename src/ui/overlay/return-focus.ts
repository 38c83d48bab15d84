type Root = Document | ShadowRoot
type Origin = { opener: HTMLElement | null; root: Root }

const windows = '[role=dialog], [role=alertdialog]'

/** From where each open window was opened. */
const origins = new WeakMap<Element, Origin>()

/**
 * Attributes of a modal window's content: when it closes, focus goes back to what had it before, unless it
 * has moved on, as to the heading of another page. A window that takes the place of another goes back to
 * where that one came from; where the opener is gone, or goes away by what the window did, the page's heading
 * has it.
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
    if (!now) giveBack(origin)
    const next = now?.closest(windows)
    const heir = next && origins.get(next)
    if (heir && !heir.opener?.isConnected) heir.opener = origin.opener
  },
}

function giveBack({ opener, root }: Origin): void {
  opener?.focus({ preventScroll: true })
  if (!opener?.isConnected) {
    focusHeading(root)
    return
  }
  const around = opener.closest(windows)
  const watch = new MutationObserver(() => {
    if (opener.isConnected) return
    stop()
    // A window that went away with it gives focus back itself.
    if (!focused(root) && around?.isConnected !== false) focusHeading(root)
  })
  // Some browsers take focus away from what is removed, before it is.
  const onBlur = () =>
    queueMicrotask(() => opener.isConnected && focused(root) !== opener && stop())
  const stop = () => {
    watch.disconnect()
    opener.removeEventListener('blur', onBlur)
  }
  opener.addEventListener('blur', onBlur)
  watch.observe(root, { childList: true, subtree: true })
}

function focusHeading(root: Root): void {
  const heading = root.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

function focused({ activeElement }: Root): HTMLElement | null {
  const isSomewhere = activeElement instanceof HTMLElement && activeElement !== document.body
  return isSomewhere ? activeElement : null
}
