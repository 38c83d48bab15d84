import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { SearchInput } from '../controls/search-input.tsx'
import { cx } from '../cx.ts'
import { jsonText } from '../format/json-text.ts'
import { usePrinting } from '../use-printing.ts'
import { findInJson } from './find-in-json.ts'

const pageSize = 100
const longText = 600

type JsonViewProps = {
  /** Anything that came out of JSON. */
  value: unknown
  /** What it is: “thread state”. */
  label: string
  /** How many levels are unfolded at first. */
  openDepth?: number
  /** A box that finds names and values, and buttons that fold and unfold everything. */
  hasSearch?: boolean
  /** As text, with nothing folded and nothing left out. */
  isWrittenOut?: boolean
}

/** A JSON value to read: folds, copies. Draws only what is unfolded, a hundred entries at a time; on paper everything. */
export function JsonView({
  value,
  label,
  openDepth = 1,
  hasSearch = false,
  isWrittenOut = false,
}: JsonViewProps) {
  const [wanted, setWanted] = useState('')
  const [fold, setFold] = useState({ depth: openDepth, count: 0 })
  const isPrinting = usePrinting()
  const foldTo = (depth: number) => setFold({ depth, count: fold.count + 1 })
  return (
    <>
      {hasSearch && (
        <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
          <SearchInput label={`Search the ${label}`} value={wanted} onValueChange={setWanted} />
          <span className="grow" />
          <Button size="sm" variant="ghost" onClick={() => foldTo(Number.POSITIVE_INFINITY)}>
            Unfold all
          </Button>
          <Button size="sm" variant="ghost" onClick={() => foldTo(1)}>
            Fold
          </Button>
        </div>
      )}
      <section aria-label={label} className="relative min-w-0 rounded-md bg-sunken py-2 pr-10 pl-2">
        {(isWrittenOut || isPrinting) && (
          <pre
            className={cx(
              'mono whitespace-pre-wrap leading-[17px] [overflow-wrap:anywhere]',
              isWrittenOut ? 'max-h-80 overflow-auto print:max-h-none' : 'hidden print:block',
            )}
          >
            {jsonText(value)}
          </pre>
        )}
        {!isWrittenOut && (
          <div className="mono leading-[19px] [overflow-wrap:anywhere] print:hidden">
            {wanted.trim() === '' ? (
              <Entry key={fold.count} value={value} openDepth={fold.depth} />
            ) : (
              <Found value={value} wanted={wanted.trim()} />
            )}
          </div>
        )}
        <div className="absolute top-1.5 right-1.5">
          <CopyButton text={() => jsonText(value)} label={`Copy ${label}`} />
        </div>
      </section>
    </>
  )
}

const mostFound = 200

/** Every place whose name or value holds a text, with its whole path. */
function Found({ value, wanted }: { value: unknown; wanted: string }) {
  const found = findInJson(value, wanted, mostFound)
  if (found.length === 0) {
    return <p className="px-[18px] text-ink-2">Nothing in it holds “{wanted}”.</p>
  }
  return (
    <ul className="px-[18px]">
      {found.map(({ path, text }) => (
        <li key={path} className="py-[2.5px]">
          <span className="text-ink-2">{path}: </span>
          {text}
        </li>
      ))}
      {found.length === mostFound && (
        <li className="text-ink-2">… only the first {mostFound} are shown.</li>
      )}
    </ul>
  )
}

type EntryProps = { name?: string; value: unknown; openDepth: number }

function Entry({ name, value, openDepth }: EntryProps) {
  const [isOpen, setIsOpen] = useState(openDepth > 0)
  if (value === null || typeof value !== 'object') {
    return (
      <div className="py-[2.5px] pl-[18px]">
        <Name name={name} />
        <Scalar value={value} />
      </div>
    )
  }
  const keys = Object.keys(value)
  const summary = Array.isArray(value) ? `[ ${keys.length} ]` : `{ ${keys.length} }`
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-6 cursor-pointer items-center rounded-sm text-left hover:bg-line/60 focus-visible:outline-offset-0"
      >
        <span className="flex w-[18px] flex-none justify-center">
          <ChevronRight
            aria-hidden
            size={12}
            strokeWidth={1.8}
            className={cx('transition-transform', isOpen && 'rotate-90')}
          />
        </span>
        <span>
          <Name name={name} />
          <span className="text-ink-2">{summary}</span>
        </span>
      </button>
      {isOpen && <Entries value={value} keys={keys} openDepth={openDepth - 1} />}
    </div>
  )
}

function Entries({ value, keys, openDepth }: { value: object; keys: string[]; openDepth: number }) {
  const [shown, setShown] = useState(pageSize)
  const rest = keys.length - shown
  return (
    <div className="ml-[9px] border-line-strong border-l pl-1.5">
      {keys.slice(0, shown).map((key) => (
        <Entry key={key} name={key} value={value[key as keyof object]} openDepth={openDepth} />
      ))}
      {rest > 0 && (
        <More onClick={() => setShown(shown + pageSize)}>
          {`Show ${Math.min(rest, pageSize)} more of ${rest}`}
        </More>
      )}
    </div>
  )
}

/** A text of several lines stands as it reads, below its name; anything else as JSON. */
function Scalar({ value }: { value: unknown }) {
  const [isWhole, setIsWhole] = useState(false)
  const hasLines = typeof value === 'string' && /[\n\r]/.test(value)
  const text = hasLines ? value.replace(/\r\n?/g, '\n') : jsonText(value, 0)
  const isCut = !isWhole && text.length > longText
  return (
    <>
      <span
        className={cx(
          'whitespace-pre-wrap',
          hasLines && 'mt-0.5 block border-line-strong border-l-2 pl-2',
        )}
      >
        {isCut ? `${text.slice(0, longText)}…` : text}
      </span>
      {isCut && (
        <More onClick={() => setIsWhole(true)}>{`Show all ${text.length} characters`}</More>
      )}
    </>
  )
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : <span className="text-ink-2">{name}: </span>
}

function More({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="ml-[18px] block min-h-6 cursor-pointer rounded-sm text-accent hover:underline"
    >
      {children}
    </button>
  )
}
