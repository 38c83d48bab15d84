import { CopyButton } from './copy-button.tsx'

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
        {id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id}
      </span>
      <CopyButton text={id} label={`Copy ${noun} id`} />
    </span>
  )
}
