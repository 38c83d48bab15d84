import { Link } from 'react-router-dom'
import { formatExactTime } from '../../ui/format/format-time.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { joinMarks } from './join-marks.ts'

/** A revision that went live. */
export interface LiveMark {
  id: string
  /** Milliseconds since 1970. */
  at: number
  /** The address of its page. */
  to: string
}

type LiveMarksProps = {
  /** `x`: pixels from the left edge of the plot. */
  marks: readonly (LiveMark & { x: number })[]
  /** Of the plot, in pixels, within the chart. */
  left: number
  width: number
}

const labelWidth = 76
const labelClass =
  'block h-6 w-full cursor-pointer rounded-sm text-center text-ink-2 text-xs leading-6 no-underline hover:text-ink hover:underline'

/** Over the marks of a chart: links to the revisions that went live there. Those that are close together open a menu. */
export function LiveMarks({ marks, left, width }: LiveMarksProps) {
  return (
    <ul aria-label="Revisions that went live" className="absolute top-0" style={{ left, width }}>
      {joinMarks(marks, labelWidth, width).map(({ marks: [first, ...others], middle }) => (
        <li
          key={first?.id}
          className="absolute top-0"
          style={{ left: middle - labelWidth / 2, width: labelWidth }}
        >
          {first &&
            (others.length > 0 ? <Several marks={[first, ...others]} /> : <One {...first} />)}
        </li>
      ))}
    </ul>
  )
}

function One({ id, at, to }: LiveMark) {
  const words = `Revision ${shortId(id)} went live ${formatExactTime(at)}`
  return (
    <Link to={to} title={words} aria-label={words} className={`mono ${labelClass}`}>
      {shortId(id)}
    </Link>
  )
}

function Several({ marks }: { marks: readonly LiveMark[] }) {
  const words = `${marks.length} revisions`
  const [from, until] = [marks[0], marks.at(-1)].map((mark) => formatExactTime(mark?.at ?? 0))
  const whole = `${words} went live, ${from} to ${until}`
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" title={whole} aria-label={whole} className={labelClass}>
          {words}
        </button>
      }
    >
      {marks.map(({ id, at, to }) => (
        <MenuItem key={id} render={<Link to={to} />}>
          <span className="mono">{shortId(id)}</span> went live {formatExactTime(at)}
        </MenuItem>
      ))}
    </Menu>
  )
}
