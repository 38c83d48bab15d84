import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'

type SubmitRowProps = {
  label: string
  isPending: boolean
  /** What the server refused and no field stands for. */
  problems: readonly string[]
  disabledReason?: string | undefined
  cancelTo: string
  /** What pressing it will do. */
  children?: ReactNode
}

/** The end of a form: what was refused, what will happen, and the button. */
export function SubmitRow(props: SubmitRowProps) {
  return (
    <div className="flex flex-col gap-3 border-t pt-4">
      {props.problems.length > 0 && (
        <Note tone="bad" title="This was not saved">
          {props.problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Note>
      )}
      {props.children}
      <div className="flex gap-2">
        <Button
          acts
          type="submit"
          variant="primary"
          isPending={props.isPending}
          disabledReason={props.disabledReason}
        >
          {props.label}
        </Button>
        <Button variant="ghost" render={<Link to={props.cancelTo} />}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** ⌘Enter and Ctrl+Enter send the form from any of its fields. */
export function submitOnCommandEnter(event: React.KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, target } = event
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
  // A window that the form opened hands its keys on to it, and is no part of it.
  if (!(target instanceof Node) || !form.contains(target)) return
  event.preventDefault()
  // By its button, which knows when it may not be pressed.
  form.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}
