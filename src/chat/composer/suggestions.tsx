import { cx } from '../../ui/cx.ts'

type SuggestionsProps = {
  list: readonly string[]
  /** They keep their room while something else stands in the box. */
  isUsable?: boolean
  /** Below words that are centred. */
  isCentered?: boolean
  onChoose: (text: string) => void
}

/** What can be asked: pressed, it stands in the box, to be sent or changed. */
export function Suggestions(props: SuggestionsProps) {
  const { list, isUsable = true, isCentered = false, onChoose } = props
  if (list.length === 0) return null
  return (
    <ul
      aria-label="What can be asked"
      className={cx('flex flex-wrap gap-2', isCentered && 'justify-center')}
      style={isUsable ? undefined : { visibility: 'hidden' }}
    >
      {list.map((text) => (
        <li key={text} className="max-w-full">
          <button
            type="button"
            dir="auto"
            className="max-w-full cursor-pointer truncate rounded-full border border-line-strong bg-surface px-3 py-1 text-md hover:bg-sunken"
            title={text}
            onClick={() => onChoose(text)}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
