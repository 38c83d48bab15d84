import { createRoot } from 'react-dom/client'
import { Words } from '../../ui/words.ts'
import type { PanelHandle, PanelHost } from '../panel-host.ts'
import { ChatBox } from './chat-box.tsx'
import { createConversations } from './conversations.ts'
import css from './panel.css?inline'
import { directionOf, textsFor } from './texts/texts.ts'
import { createUnread } from './unread.ts'
import { createVisitorClient } from './visitor-client.ts'
import { visitorMemory } from './visitor-storage.ts'

/** Draws the chat into the place that the element gives it. Its style sheet is added to the root once. */
export async function mountPanel(host: PanelHost): Promise<PanelHandle> {
  const texts = await textsFor(host.language, host.texts)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  host.root.adoptedStyleSheets = [...host.root.adoptedStyleSheets, sheet]
  host.container.lang = host.language
  host.container.dir = directionOf(host.language)
  const root = createRoot(host.container)
  const unread = createUnread(host)
  let isOpen = false
  let takesFocus = false
  let { attributes, identity } = host
  /** Grows when somebody else sits at the page. */
  let visitor = 0
  let conversations = start()

  function start() {
    const memory = visitorMemory(host.embedKey, host.forgotten)
    const { apiUrl, fetch, page } = host
    const client = createVisitorClient({ apiUrl, identity, attributes, page, memory, fetch })
    return createConversations({ client, config: host.config, memory, unread })
  }

  function draw() {
    root.render(
      <Words.Provider value={texts}>
        <ChatBox
          // What one user has written or chosen is not there for the next.
          key={visitor}
          host={{ ...host, identity }}
          texts={texts}
          conversations={conversations}
          isOpen={isOpen && takesFocus}
        />
      </Words.Provider>,
    )
  }

  void conversations.open()
  draw()
  return {
    setOpen(next, mayFocus) {
      isOpen = next
      takesFocus = mayFocus
      unread.setOpen(next)
      draw()
    },
    identify(next) {
      if (identity && identity.user_id !== next?.user_id) visitor += 1
      identity = next
      conversations.close()
      conversations = start()
      void conversations.open()
      draw()
    },
    setAttributes(next) {
      attributes = next
      conversations.setAttributes(next).catch((error: Error) => {
        host.emit('error', { message: error.message })
      })
    },
    async send(text) {
      const result = await conversations.send(text)
      if (!result.ok) host.emit('error', { message: result.error.message })
    },
    destroy() {
      conversations.close()
      root.unmount()
      host.root.adoptedStyleSheets = host.root.adoptedStyleSheets.filter((one) => one !== sheet)
    },
  }
}
