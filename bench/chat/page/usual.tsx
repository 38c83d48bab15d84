import { marked } from 'marked'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import Markdown from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { readTokens } from './token-stream.ts'

/**
 * The usual way: every token is put into the state, and the whole message goes through the markdown
 * component of React again, tables and coloured code included.
 */
export function showUsual(root: HTMLElement, thread: string): void {
  show(root, thread, (text) => (
    <Box>
      <Markdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins}>
        {text}
      </Markdown>
    </Box>
  ))
}

/** The same without a tree of components and without colours: the whole message as new HTML. */
export function showPlain(root: HTMLElement, thread: string): void {
  show(root, thread, (text) => <Box html={marked.parse(text, { async: false })} />)
}

const remarkPlugins = [remarkGfm]
const rehypePlugins = [rehypeHighlight]

function show(root: HTMLElement, thread: string, draw: (text: string) => ReactNode): void {
  createRoot(root).render(<Answer thread={thread} draw={draw} />)
}

function Answer({ thread, draw }: { thread: string; draw: (text: string) => ReactNode }) {
  const [text, setText] = useState('')
  const start = () => void readTokens(thread, (token) => setText((before) => before + token))
  return (
    <>
      <button type="button" id="start" onClick={start}>
        Start
      </button>
      {draw(text)}
      <textarea aria-label="Message" />
    </>
  )
}

function Box({ html, children }: { html?: string; children?: ReactNode }) {
  const style = { height: 600, overflowY: 'auto' } as const
  if (html === undefined) return <div style={style}>{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is what is compared with
  return <div style={style} dangerouslySetInnerHTML={{ __html: html }} />
}
