import { useEffect, useRef, useState } from 'react'
import type { ComponentCode } from '../../client/load-component.ts'
import type { UiMessage } from '../../contract/agent-server/components/ui-messages.ts'
import { cx } from '../../ui/cx.ts'
import type { FromFrame, StreamFacts, ToFrame } from './frame-messages.ts'

/** Before it has drawn itself. */
const firstHeight = 96
/** A page around it may forbid frames, which nobody tells: one that is not there by then does not come. */
const patienceMs = 10_000
/** What is higher scrolls within it. */
const mostHeight = 1_600

/** The page that draws components, what it is called, and whose colours it has: those of the element's `data-theme`. */
export interface FramePlace {
  readonly src: string
  readonly title: string
  readonly themed: HTMLElement
}

type ComponentFrameProps = {
  said: UiMessage
  code: ComponentCode
  place: FramePlace
  /** Read when the component asks, and after each change from then on. */
  stream: StreamFacts
  onSubmit: (input: unknown, command: unknown) => void
  onStop: () => void
  onFailed: (reason: string) => void
}

/**
 * A component of a project, in a frame of its own: its code sees nothing of the page around it, keeps nothing, sends no
 * request, and does something to the thread only after a click in it.
 */
export function ComponentFrame(props: ComponentFrameProps) {
  const { said, code, place } = props
  const { themed } = place
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [isFollowing, setIsFollowing] = useState(false)
  const [height, setHeight] = useState<number | null>(null)
  const latest = useRef(props)
  latest.current = props
  const tell = useRef((message: ToFrame) => {
    frame.current?.contentWindow?.postMessage(message, '*')
  }).current
  useEffect(() => {
    const isUsed = () => {
      const root = frame.current?.getRootNode() as Document | ShadowRoot | undefined
      return root?.activeElement === frame.current
    }
    const hear = ({ source, data }: MessageEvent<FromFrame>) => {
      if (source !== frame.current?.contentWindow) return
      const { onSubmit, onStop, onFailed } = latest.current
      if (data.kind === 'ready') setIsReady(true)
      else if (data.kind === 'height') setHeight(Math.min(Math.ceil(data.height), mostHeight))
      else if (data.kind === 'failed') onFailed(data.reason)
      else if (data.kind === 'follows') setIsFollowing(true)
      else if (data.kind === 'submit' && isUsed()) onSubmit(data.input, data.command)
      else if (data.kind === 'stop' && isUsed()) onStop()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(
      () => latest.current.onFailed('The page that draws it did not come.'),
      patienceMs,
    )
    return () => clearTimeout(timer)
  }, [isReady])
  useEffect(() => {
    if (!isReady) return
    const tellTheme = () => tell({ kind: 'theme', theme: themed.dataset.theme ?? 'light' })
    tellTheme()
    const themes = new MutationObserver(tellTheme)
    themes.observe(themed, { attributeFilter: ['data-theme'] })
    return () => themes.disconnect()
  }, [isReady, tell, themed])
  useEffect(() => {
    if (isReady) tell({ kind: 'props', props: said.props, meta: said.metadata })
  }, [isReady, tell, said])
  useEffect(() => {
    if (!isReady) return
    const { scripts, styles, global } = code
    tell({ kind: 'draw', scripts, styles, global, name: said.name })
  }, [isReady, tell, code, said.name])
  useEffect(() => {
    if (isReady && isFollowing) tell({ kind: 'stream', stream: props.stream })
  }, [isReady, isFollowing, tell, props.stream])
  return (
    <iframe
      ref={frame}
      title={place.title}
      src={place.src}
      sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
      className={cx('block w-full border-0', height === null && 'animate-live')}
      height={height ?? firstHeight}
    />
  )
}
