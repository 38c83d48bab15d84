import type { KeyboardEvent } from 'react'
import { isComposing } from '../../ui/keys/is-composing.ts'

/** ⌘Enter and Ctrl+Enter send the form from any of its fields. */
export function submitOnCommandEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, target } = event
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
  if (isComposing(event.nativeEvent)) return
  // A window that the form opened hands its keys on to it, and is no part of it.
  if (!(target instanceof Node) || !form.contains(target)) return
  event.preventDefault()
  // By its button, which knows when it may not be pressed.
  form.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}
