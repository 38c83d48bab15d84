import { useState } from 'react'
import { SearchInput } from '../ui/search-input.tsx'

type UrlSearchProps = {
  label: string
  /** As the address has it. */
  value: string
  onValueChange: (value: string) => void
  className?: string
}

/** A search box whose text is kept in the address: it shows what is typed at once, until the address has followed. */
export function UrlSearch({ label, value, onValueChange, className }: UrlSearchProps) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === value) setTyped(null)
  return (
    <SearchInput
      label={label}
      value={typed ?? value}
      onValueChange={(text) => {
        setTyped(text)
        onValueChange(text)
      }}
      {...(className && { className })}
    />
  )
}
