import { CopyButton } from './copy-button.tsx'
import { shortId } from './short-id-text.ts'

type ShortIdProps = {
  id: string
  /** What it is the id of: “deployment”. */
  noun: string
}

/** An id with its middle left out; the whole one on hover and by the copy button. */
export function ShortId({ id, noun }: ShortIdProps) {
  return (
    <span className="-my-1 inline-flex items-center gap-1">
      <span className="mono" title={id}>
        {shortId(id)}
      </span>
      <CopyButton text={id} label={`Copy ${noun} id`} />
    </span>
  )
}
