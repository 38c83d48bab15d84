/**
 * The page that draws one component of a project: a page of a foreign origin without an address, storage, cookies or
 * network (see `framePolicy` of the server). All that it knows the page around it has told.
 */

import { Component, type ElementType, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { ToFrame } from '../frame-messages.ts'
import { frameModule } from './frame-modules.ts'
import { Meta, setStream } from './stream-context.ts'
import { tell } from './tell.ts'

const hostId = 'component'

interface Script {
  render(name: string, shadowRootId: string): void
}

const fail = (error: unknown) =>
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })

let drawn: { root: Root; Drawn: ElementType } | null = null
let told: { props: object; meta: object } = { props: {}, meta: {} }

/** Tells what goes wrong while it is drawn. */
class Faults extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch = fail
  override render = () => (this.state.hasFailed ? null : this.props.children)
}

function redraw(): void {
  if (!drawn) return
  const { root, Drawn } = drawn
  root.render(
    <Faults>
      <Meta value={told.meta}>
        <Drawn {...told.props} />
      </Meta>
    </Faults>,
  )
}

/** The published names by which a bundle finds its page. */
function offer(): void {
  Object.assign(window, {
    [Symbol.for('LGUI_REQUIRE')]: frameModule,
    [Symbol.for('LGUI_EXT_STORE')]: {
      respond(_id: string, component: ElementType | undefined, element: HTMLElement) {
        if (!component) return fail('The project has no component of this name.')
        drawn = { root: createRoot(element), Drawn: component }
        redraw()
      },
    },
  })
}

function draw({ scripts, styles, global, name }: Extract<ToFrame, { kind: 'draw' }>): void {
  if (document.getElementById(hostId)) return
  const host = document.createElement('div')
  host.id = hostId
  document.body.append(host)
  const shadow = host.attachShadow({ mode: 'open' })
  for (const text of styles) {
    // Of the two only the document's declares `@property`, and only that of the shadow root is seen in it.
    for (const place of [document.head, shadow]) {
      const style = document.createElement('style')
      style.textContent = text
      place.append(style)
    }
  }
  new ResizeObserver(() =>
    tell({ kind: 'height', height: host.getBoundingClientRect().height }),
  ).observe(host)
  for (const text of scripts) {
    const script = document.createElement('script')
    script.textContent = text
    document.head.append(script)
  }
  const script = (window as unknown as Record<string, Script | undefined>)[global]
  if (script) script.render(name, hostId)
  else fail('Its script defines nothing that draws it.')
}

function hear(message: ToFrame): void {
  if (message.kind === 'draw') draw(message)
  else if (message.kind === 'stream') setStream(message.stream)
  else if (message.kind === 'theme') {
    const { classList, dataset, style } = document.documentElement
    dataset.theme = message.theme
    classList.toggle('dark', message.theme === 'dark')
    style.colorScheme = message.theme
  } else {
    told = message
    redraw()
  }
}

// What goes wrong once it is drawn, after a click, leaves it as it is.
addEventListener('error', (event) => drawn || fail(event.error ?? event.message))
addEventListener('unhandledrejection', (event) => drawn || fail(event.reason))
addEventListener('message', (event) => {
  if (event.source !== parent) return
  try {
    hear(event.data as ToFrame)
  } catch (error) {
    fail(error)
  }
})
offer()
tell({ kind: 'ready' })
