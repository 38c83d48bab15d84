import type { Connection, ConnectionColor } from '../../../contract/gateway/connections.ts'
import { cx } from '../../../ui/cx.ts'

const fills: Record<ConnectionColor, string> = {
  blue: 'bg-accent text-accent-ink',
  cyan: 'bg-run text-surface',
  green: 'bg-ok text-surface',
  amber: 'bg-warn text-surface',
  red: 'bg-bad text-surface',
  grey: 'bg-ink-3 text-surface',
}

/** The colour that a connection is marked with, as classes of a filled shape; that of the console where it has none. */
export function connectionFill(color: string | null | undefined): string {
  return Object.hasOwn(fills, color ?? '') ? fills[color as ConnectionColor] : fills.blue
}

type ConnectionMarkProps = {
  connection: Connection
  /** There are others that it could be taken for. */
  isOneOfSeveral: boolean
}

/**
 * In the top bar: which server this page is of. Beside the side, which says it too, only where a mistake is dear; on a
 * phone a dot at the button of the navigation, which says the rest.
 */
export function ConnectionMark({ connection, isOneOfSeveral }: ConnectionMarkProps) {
  const { name, color, is_production } = connection
  if (!is_production && !color && !isOneOfSeveral) return null
  return (
    <span
      title={is_production ? `${name}, marked as production` : name}
      className={cx(
        'flex h-6 max-w-36 flex-none items-center gap-1.5 rounded-full border px-2 font-medium text-ink-2 text-xs max-[599px]:pointer-events-none max-[599px]:absolute max-[599px]:top-2 max-[599px]:left-8 max-[599px]:h-auto max-[599px]:border-none max-[599px]:p-0',
        !is_production && 'min-[900px]:hidden',
      )}
    >
      <span aria-hidden className={cx('size-2 flex-none rounded-full', connectionFill(color))} />
      <span className="truncate max-[599px]:sr-only">{name}</span>
      {is_production && <span className="sr-only">, marked as production</span>}
    </span>
  )
}
