import { Menu as MenuIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'

type ShellLayoutProps = {
  side: ReactNode
  /** In the top bar: which server the page is of. */
  mark?: ReactNode
  /** In the top bar, where one is; nothing while that is not known. */
  crumbs?: ReactNode
  /** In the top bar, before the way to everything. */
  note?: ReactNode
  /** Below the top bar. */
  banner?: ReactNode
  /** The page gets exactly the room below the top bar. */
  isFill?: boolean
  onOpenSide?: () => void
  onOpenPalette?: () => void
  /** The key that opens the palette, as printed and as it is named to a browser. */
  paletteKey?: { printed: string; name: string }
  /** The page. */
  children: ReactNode
  /** What stands above all, when it is open. */
  windows?: ReactNode
}

/** Where everything stands around a page. It reads nothing: the first frame is drawn with it too. */
export function ShellLayout(props: ShellLayoutProps) {
  const { side, crumbs, banner, isFill = false, children, windows } = props
  return (
    <div className="min-h-dvh not-print:min-[900px]:grid not-print:min-[900px]:grid-cols-[224px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-accent px-3 py-1.5 font-medium text-accent-ink focus:translate-y-0 print:hidden"
      >
        Skip to the page
      </a>
      <div className="sticky top-0 hidden h-dvh overflow-y-auto border-r bg-bg min-[900px]:block print:hidden">
        {side}
      </div>
      <div
        className={`flex min-w-0 flex-col bg-surface ${isFill ? 'not-print:h-dvh' : 'min-h-dvh'}`}
      >
        <header className="sticky top-0 z-20 flex-none bg-surface print:hidden">
          <div className="flex h-[46px] items-center gap-2 border-b px-4 min-[900px]:px-5">
            <span className="-ml-1.5 min-[900px]:hidden">
              <IconButton label="Open navigation" onClick={props.onOpenSide}>
                <MenuIcon aria-hidden size={16} strokeWidth={1.8} />
              </IconButton>
            </span>
            {props.mark}
            {crumbs ?? <span className="grow" />}
            {props.note}
            <GoTo opens={props.paletteKey} onClick={props.onOpenPalette} />
          </div>
          {banner}
        </header>
        {children}
      </div>
      {windows}
    </div>
  )
}

function GoTo({ opens, onClick }: { opens: ShellLayoutProps['paletteKey']; onClick?: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts={opens?.name}
      className="flex h-7 flex-none cursor-pointer items-center gap-2 rounded-control border bg-bg px-2 text-ink-3 transition-colors hover:border-line-strong min-[900px]:w-[230px]"
    >
      <Search aria-hidden size={14} strokeWidth={1.8} />
      <span className="grow text-left max-[599px]:sr-only">Go to…</span>
      {opens && (
        <span aria-hidden className="max-[899px]:hidden">
          <Kbd>{opens.printed}</Kbd>
        </span>
      )}
    </button>
  )
}
