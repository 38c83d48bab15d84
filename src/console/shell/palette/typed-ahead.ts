import { isComposing } from '../../../ui/keys/is-composing.ts'

let text = ''
let stop = () => {}

/**
 * What is typed from now on is meant for a window that was asked for and is not there yet: it is kept, and what
 * has the focus meanwhile does not get it. Until `takeTyped`, or until somebody presses Esc or somewhere on the
 * page: `giveUp` is called then, and the page has its keys again.
 */
export function keepTyped(giveUp: () => void): void {
  takeTyped()
  const leave = () => {
    takeTyped()
    giveUp()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else keep(event)
  }
  addEventListener('keydown', onKey, { capture: true })
  addEventListener('pointerdown', leave, { capture: true })
  stop = () => {
    removeEventListener('keydown', onKey, { capture: true })
    removeEventListener('pointerdown', leave, { capture: true })
  }
}

/** What was typed since `keepTyped`; from now on the page gets its keys again. */
export function takeTyped(): string {
  stop()
  const typed = text
  text = ''
  return typed
}

/** Gives a field the focus, with that in it as if it had been typed there: the next letter comes behind it. */
export function handOverTyped(field: HTMLInputElement): void {
  const typed = takeTyped()
  if (typed !== '') {
    field.setRangeText(typed, field.value.length, field.value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.focus()
}

function keep(event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
  if (key === 'Backspace') text = text.slice(0, -1)
  else if (key.length === 1) text += key
  else return
  event.preventDefault()
  event.stopPropagation()
}
