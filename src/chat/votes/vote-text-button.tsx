import { useContext } from 'react'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'

/** Nothing for those who may not vote: the thumbs above say why. */
export function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  if (useContext(RefusedActions)) return null
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 cursor-pointer rounded-sm text-ink-3 hover:text-ink hover:underline"
    >
      {children}
    </button>
  )
}
