import { CopyButton } from '../controls/copy-button.tsx'
import { usePrinting } from '../use-printing.ts'
import { shortId } from './short-id-text.ts'

type ShortIdProps = {
  id: string
  /** What it is the id of: “deployment”. */
  noun: string
}

/** An id with its middle left out; the whole one on hover, by the copy button and on paper. */
export function ShortId({ id, noun }: ShortIdProps) {
  return (
    <span className="-my-1 inline-flex items-center gap-1">
      <span className="mono print:break-all" title={id}>
        <IdText id={id} />
      </span>
      <CopyButton text={id} label={`Copy ${noun} id`} />
    </span>
  )
}

/** An id with its middle left out, and whole on paper, where nothing can be pointed at. */
export function IdText({ id }: { id: string }) {
  return usePrinting() ? id : shortId(id)
}
