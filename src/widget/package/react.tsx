import { type CSSProperties, forwardRef, useEffect, useImperativeHandle, useRef } from 'react'
import { loadQuarterdeck } from './index.ts'
import type { QuarterdeckChatElement, WidgetEvents, WidgetOptions } from './types.ts'

/** What a React host hands to the chat; see `WidgetOptions` for what is not told here. */
export interface QuarterdeckChatProps extends Omit<WidgetOptions, 'target' | 'server'> {
  /** Address of the server, such as `https://quarterdeck.example.com`. */
  server: string
  className?: string
  style?: CSSProperties
  onReady?: (detail: WidgetEvents['ready']) => void
  onOpen?: (detail: WidgetEvents['open']) => void
  onMessage?: (detail: WidgetEvents['message']) => void
  onFeedback?: (detail: WidgetEvents['feedback']) => void
  /** Also told when the server's script cannot be loaded or an option cannot be used. */
  onError?: (detail: WidgetEvents['error']) => void
}

/** What a ref of the chat can do; before the chat is there it waits. */
export type QuarterdeckChatHandle = Pick<QuarterdeckChatElement, 'open' | 'close' | 'send'>

/**
 * The chat in a React page: it puts the server's own element where it stands, and takes it away with
 * itself. Another identity begins a new conversation; any other option mounts the chat anew, but for attributes and page, which change as they are.
 */
export const QuarterdeckChat = forwardRef<QuarterdeckChatHandle, QuarterdeckChatProps>(
  function QuarterdeckChat(props, ref) {
    const { server, embed, placement, language, theme, texts, identity = null } = props
    const { attributes, page = null } = props
    const place = useRef<HTMLDivElement>(null)
    const chat = useRef<QuarterdeckChatElement | null>(null)
    const waiting = useRef<((chat: QuarterdeckChatElement) => void)[]>([])
    const latest = useRef(props)
    useEffect(() => {
      latest.current = props
    })
    // Objects are often written in place: only what they say makes a difference.
    const ownTexts = JSON.stringify(texts ?? {})
    const who = JSON.stringify(identity)
    const said = JSON.stringify(attributes ?? {})

    useEffect(() => {
      let isWanted = true
      loadQuarterdeck(server)
        .then((quarterdeck) => {
          if (!isWanted || !place.current) return
          const target = place.current
          const options = { server, embed, placement, language, theme, target }
          const made = quarterdeck.mount({
            ...options,
            texts: JSON.parse(ownTexts) as Record<string, string>,
            identity: latest.current.identity ?? null,
            attributes: latest.current.attributes ?? {},
          })
          made.setPage(latest.current.page ?? null)
          chat.current = made
          made.addEventListener('quarterdeck-ready', (e) => latest.current.onReady?.(e.detail))
          made.addEventListener('quarterdeck-open', (e) => latest.current.onOpen?.(e.detail))
          made.addEventListener('quarterdeck-message', (e) => latest.current.onMessage?.(e.detail))
          made.addEventListener('quarterdeck-feedback', (e) =>
            latest.current.onFeedback?.(e.detail),
          )
          made.addEventListener('quarterdeck-error', (e) => latest.current.onError?.(e.detail))
          for (const work of waiting.current.splice(0)) work(made)
        })
        .catch((error: Error) => {
          if (isWanted) latest.current.onError?.({ message: error.message })
        })
      return () => {
        isWanted = false
        chat.current?.destroy()
        chat.current = null
      }
    }, [server, embed, placement, language, theme, ownTexts])

    useEffect(() => {
      chat.current?.identify(JSON.parse(who))
    }, [who])

    useEffect(() => {
      chat.current?.setAttributes(JSON.parse(said))
    }, [said])

    useEffect(() => {
      chat.current?.setPage(page)
    }, [page])

    useImperativeHandle(ref, () => {
      const ask = (work: (chat: QuarterdeckChatElement) => void) => {
        if (chat.current) work(chat.current)
        else waiting.current.push(work)
      }
      return {
        open: () => ask((made) => made.open()),
        close: () => ask((made) => made.close()),
        send: (text) => ask((made) => made.send(text)),
      }
    }, [])

    return <div ref={place} className={props.className} style={props.style} />
  },
)
