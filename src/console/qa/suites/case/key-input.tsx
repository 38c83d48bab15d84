import { useState } from 'react'
import { isComposing } from '../../../../ui/keys/is-composing.ts'
import { useUnsaved } from '../../../forms/unsaved.ts'
import { Line } from '../fields.tsx'

type KeyInputProps = {
  value: string
  /** With another key, or with the same where it is to stay. */
  onEnd: (key: string) => void
}

/** Another key for a case: Enter takes it, Escape keeps the old one. */
export function KeyInput({ value, onEnd }: KeyInputProps) {
  const [key, setKey] = useState(value)
  useUnsaved(() => key !== value)
  return (
    <Line
      autoFocus
      aria-label="Key"
      className="grow font-semibold"
      value={key}
      onWrite={setKey}
      onFocus={({ target }) => target.select()}
      onBlur={() => onEnd(key.trim())}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter') onEnd(key.trim())
        else if (event.key === 'Escape') onEnd(value)
      }}
    />
  )
}
