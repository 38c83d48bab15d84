import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from './icons.tsx'
import type { Texts } from './texts/en.ts'

interface Choice {
  label: string
  onChoose: () => void
}

/** What is needed seldom, behind a button: opened and left by keyboard as by touch. */
export function MoreMenu({ texts, choices }: { texts: Texts; choices: readonly Choice[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const buttons = () => [...(place.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const close = (isFocusKept: boolean) => {
    setIsOpen(false)
    if (isFocusKept) buttons()[0]?.focus()
  }
  useEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close(true)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const items = buttons().slice(1)
    const now = items.indexOf((event.target as HTMLElement).closest('button') as HTMLElement)
    items[(now + step + items.length) % items.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are those of the menu within
    <div
      ref={place}
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!place.current?.contains(event.relatedTarget as Node | null)) close(false)
      }}
    >
      <IconButton
        icon="more"
        label={texts.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <div
          role="menu"
          aria-label={texts.more}
          className="absolute end-0 top-full z-10 mt-1 w-max max-w-64 rounded-md border border-line bg-surface py-1 shadow-float"
        >
          {choices.map(({ label, onChoose }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close(true)
                onChoose()
              }}
              className="block w-full cursor-pointer px-3 py-2 text-start text-md hover:bg-sunken focus-visible:-outline-offset-2"
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
