import { readTokens, startButton } from './token-stream.ts'

/** The least that a page can do: the text is appended to one element. */
export function showFloor(root: HTMLElement, thread: string): void {
  const box = document.createElement('textarea')
  box.setAttribute('aria-label', 'Message')
  const out = document.createElement('pre')
  out.style.cssText = 'white-space: pre-wrap; height: 600px; overflow-y: auto'
  const text = out.appendChild(document.createTextNode(''))
  const start = () => void readTokens(thread, (token) => text.appendData(token))
  root.append(startButton(start), out, box)
}
