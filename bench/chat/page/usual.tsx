import { marked } from 'marked'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { readTokens } from './token-stream.ts'

/** The usual way: every token is put into the state, and the whole message is parsed and drawn again. */
export function showUsual(root: HTMLElement, thread: string): void {
  createRoot(root).render(<Usual thread={thread} />)
}

function Usual({ thread }: { thread: string }) {
  const [text, setText] = useState('')
  const start = () => void readTokens(thread, (token) => setText((before) => before + token))
  return (
    <>
      <button type="button" id="start" onClick={start}>
        Start
      </button>
      <div
        style={{ height: 600, overflowY: 'auto' }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: this is what is compared with
        dangerouslySetInnerHTML={{ __html: marked.parse(text, { async: false }) }}
      />
      <textarea aria-label="Message" />
    </>
  )
}
