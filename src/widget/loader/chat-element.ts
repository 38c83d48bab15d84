import { embedApiPath } from '../../contract/embeds/embed-api-path.ts'
import { inLanguage } from '../../contract/embeds/in-language.ts'
import { pageAddress } from '../../contract/embeds/visited-page.ts'
import type { EmbedConfig } from '../../contract/embeds/visitors.ts'
import type {
  QuarterdeckChatElement,
  WidgetAttributes,
  WidgetEvents,
  WidgetIdentity,
  WidgetOptions,
  WidgetPlacement,
} from '../package/types.ts'
import type { PanelHandle } from '../panel-host.ts'
import { inkOn } from './accent.ts'
import { forgetVisitor } from './forget-visitor.ts'
import type { Launcher, LauncherModule } from './launcher.ts'
import { loadLauncher, loadPanel } from './load-part.ts'
import { openMark } from './open-mark.ts'
import { attributesIn, checkAttributes, checkIdentity, checkOptions } from './options.ts'
import { ownFetch } from './own-fetch.ts'
import { nextTask, whenIdle } from './page-tasks.ts'
import { readConfig } from './read-config.ts'
import { scriptUrl } from './script-url.ts'
import { teaserMark } from './teaser-mark.ts'
import { themeOf, watchTheme } from './theme.ts'
import { followViewport } from './viewport.ts'

/** The element of the chat: a bubble that loads and opens the panel. All of it lies in its shadow root. */
export class ChatElement extends HTMLElement implements QuarterdeckChatElement {
  readonly #root = this.attachShadow({ mode: 'open' })
  #options: WidgetOptions | null = null
  #config: EmbedConfig | null = null
  #launcher: Launcher | null = null
  #panel: Promise<PanelHandle> | null = null
  #identity: WidgetIdentity | null = null
  #attributes: WidgetAttributes | null = null
  /** In place of the browser's address. */
  #page: string | null = null
  #fetch: typeof fetch | null = null
  #isOpen = false
  #takesFocus = false
  /** Asked for before it was known how the chat looks. */
  #opensWhenReady = false
  #unsent: string[] = []
  #isDestroyed = false
  /** Aborted when nothing of the visitor is to be kept any more. */
  readonly #forgotten = new AbortController()
  #life: AbortController | null = null

  /** Set before the element is put into the page; without it the attributes count. */
  configure(options: WidgetOptions): void {
    this.#options = checkOptions(options)
    this.#identity = options.identity ?? null
    this.#attributes = options.attributes ?? null
    this.#page = options.page ?? null
  }

  connectedCallback(): void {
    // A page that is taken from the back-forward cache, or moves the element, finds it as it was.
    if (this.#life) return
    const life = new AbortController()
    this.#life = life
    try {
      if (!this.#options) this.configure(this.#written())
    } catch (error) {
      console.error((error as Error).message)
      return
    }
    this.#start(life.signal).catch((error: unknown) => {
      if (!life.signal.aborted) void this.#fail(error, life.signal)
    })
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) void this.#stop()
    })
  }

  /** True when it was taken off before it was put into the page. */
  get isDestroyed(): boolean {
    return this.#isDestroyed
  }

  open(): void {
    this.#setOpen(true)
  }

  close(): void {
    this.#setOpen(false)
  }

  /** Takes the chat off the page, with all that it holds there; `forget`: and, once its panel is gone, in the browser. */
  destroy({ forget = false } = {}): void {
    const embed = this.#options?.embed ?? ''
    this.#isDestroyed = true
    if (forget) this.#forgotten.abort()
    openMark(embed).write(false)
    this.remove()
    void this.#stop().then(() => forget && forgetVisitor(embed))
  }

  /** Who the visitor is, signed by the page's server; null for nobody. */
  identify(identity: WidgetIdentity | null): void {
    this.#identity = identity && checkIdentity(identity)
    this.#panel?.then((panel) => panel.identify(identity)).catch(() => undefined)
  }

  /** What the page says of the visitor. Throws an Error with a sentence where it cannot be taken. */
  setAttributes(attributes: WidgetAttributes): void {
    this.#attributes = checkAttributes(attributes)
    this.#panel?.then((panel) => panel.setAttributes(attributes)).catch(() => undefined)
  }

  /** The address that counts as the visitor's page; null for that of the browser. */
  setPage(address: string | null): void {
    this.#page = address
  }

  /** Opens the chat and sends a message as the visitor. */
  send(text: string): void {
    this.#unsent.push(text)
    this.#setOpen(true)
    this.#deliver()
  }

  /** What the element's attributes say. */
  #written(): WidgetOptions {
    const read = (name: string) => this.getAttribute(name) ?? undefined
    return {
      embed: read('embed') ?? '',
      server: read('server'),
      placement: read('placement') as WidgetPlacement | undefined,
      language: read('language'),
      theme: read('theme') as WidgetOptions['theme'],
      attributes: attributesIn(read('attributes')),
    } as WidgetOptions
  }

  async #start(signal: AbortSignal): Promise<void> {
    const options = this.#options as WidgetOptions
    this.#fetch ??= ownFetch(this.#root)
    const [read, launcher] = await Promise.all([
      this.#config ?? readConfig(this.#fetch, this.#apiUrl(options), signal),
      loadLauncher(scriptUrl(options.server)),
    ])
    signal.throwIfAborted()
    this.lang = this.#language(options, read)
    const config = inLanguage(read, this.lang)
    this.#config = config
    this.dataset.placement = options.placement ?? config.placement
    this.style.setProperty('--embed-accent', config.color)
    this.style.setProperty('--embed-accent-ink', inkOn(config.color))
    this.style.setProperty('--embed-offset-x', `${config.offset_x}px`)
    this.style.setProperty('--embed-offset-y', `${config.offset_y}px`)
    const paint = () => {
      this.dataset.theme = themeOf(options.theme === undefined ? config.theme : options.theme)
    }
    paint()
    const unwatch = watchTheme(paint)
    signal.addEventListener('abort', unwatch, { once: true })
    this.#draw(launcher, config)
    this.#tell('ready', { embed: options.embed })
    const wasOpen = this.#isCorner() && openMark(options.embed).read()
    const isAsked = !this.#isCorner() || this.hasAttribute('open') || this.#opensWhenReady
    if (isAsked || wasOpen) this.#setOpen(true, isAsked)
    else if (config.loads_when_idle) whenIdle(() => void this.#load(), signal)
  }

  #draw({ buildLauncher }: LauncherModule, config: EmbedConfig | null): void {
    this.#launcher = buildLauncher({
      root: this.#root,
      isCorner: this.#isCorner(),
      language: this.lang,
      ownTexts: this.#options?.texts,
      title: config?.title ?? '',
      icon: config?.launcher_icon_url ?? null,
      teaser: this.#teaser(config),
      onTeaserGone: () => teaserMark(this.#options?.embed ?? '').write(config?.teaser ?? ''),
      onToggle: () => this.#setOpen(!this.#isOpen),
      onRetry: () => this.#retry(),
    })
    if (this.#isCorner() && this.#life) followViewport(this, this.#life.signal)
  }

  /** What stands beside the closed bubble, if the visitor has not put it away. */
  #teaser(config: EmbedConfig | null): string {
    const { teaser = '' } = config ?? {}
    return teaserMark(this.#options?.embed ?? '').read() === teaser ? '' : teaser
  }

  /** `isAsked`: by a press or by the page; one that was open before a reload leaves the focus where it is. */
  #setOpen(isOpen: boolean, isAsked = true): void {
    if (!this.#launcher) {
      this.#opensWhenReady = isOpen
      return
    }
    if (isOpen === this.#isOpen || (!isOpen && !this.#isCorner())) return
    this.#isOpen = isOpen
    this.toggleAttribute('data-open', isOpen)
    this.#launcher.show(isOpen)
    this.#tell('open', { open: isOpen })
    if (isOpen && !this.#panel && this.#config) void this.#load()
    if (this.#isCorner()) openMark(this.#options?.embed ?? '').write(isOpen)
    this.#takesFocus = isAsked
    this.#panel?.then((panel) => panel.setOpen(isOpen, isAsked)).catch(() => undefined)
    if (!isOpen) this.#launcher.focus()
  }

  /** Sends what the page asked for, once the panel is there. */
  #deliver(): void {
    this.#panel
      ?.then((panel) => {
        for (const text of this.#unsent.splice(0)) void panel.send(text)
      })
      .catch(() => undefined)
  }

  #load(): Promise<unknown> {
    const { embed, texts = {} } = this.#options as WidgetOptions
    const options = this.#options as WidgetOptions
    const config = this.#config as EmbedConfig
    const launcher = this.#launcher as Launcher
    launcher.waiting()
    this.#panel = loadPanel(scriptUrl(options.server)).then(async (module) => {
      // What reads the panel and what draws it are two tasks of the page, neither of them long.
      await nextTask()
      if (this.#life?.signal.aborted !== false) throw new Error('The chat is gone.')
      return module.mountPanel({
        container: launcher.container(),
        root: this.#root,
        apiUrl: this.#apiUrl(options),
        embedKey: embed,
        config,
        placement: this.dataset.placement as WidgetPlacement,
        language: this.lang,
        texts,
        identity: this.#identity,
        attributes: this.#attributes,
        forgotten: this.#forgotten.signal,
        page: () => this.#visitedPage(),
        fetch: this.#fetch as typeof fetch,
        emit: (name, detail) => this.#tell(name, detail),
        ...(this.#isCorner() ? { onClose: () => this.#setOpen(false) } : {}),
        onUnread: (count) => launcher.unread(count),
      })
    })
    return this.#panel.then(
      (panel) => {
        panel.setOpen(this.#isOpen, this.#takesFocus)
        this.#deliver()
      },
      (error: unknown) => {
        this.#panel = null
        const signal = this.#life?.signal
        if (signal?.aborted === false) void this.#fail(error, signal)
      },
    )
  }

  /** Says in the box, in the console and to the page what went wrong. */
  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    const message = error instanceof Error ? error.message : String(error)
    console.error(`Quarterdeck: ${message}`)
    this.#tell('error', { message })
    if (!this.#launcher) {
      // What draws the box may itself not have come: then there is none to say it in.
      const launcher = await loadLauncher(scriptUrl(this.#options?.server)).catch(() => null)
      if (!launcher || signal.aborted) return
      this.dataset.placement ??= this.#options?.placement ?? 'right'
      this.dataset.theme ??= themeOf(this.#options?.theme)
      this.#draw(launcher, null)
    }
    this.#launcher?.problem(message)
    if (!this.#isCorner()) this.#launcher?.show(true)
    else if (this.#opensWhenReady) this.#setOpen(true)
  }

  #retry(): void {
    if (this.#config) {
      void this.#load()
      return
    }
    const signal = this.#life?.signal ?? AbortSignal.abort()
    this.#opensWhenReady = this.#isOpen
    this.#isOpen = false
    this.#launcher = null
    this.#clear()
    this.#start(signal).catch((error: unknown) => {
      if (!signal.aborted) void this.#fail(error, signal)
    })
  }

  async #stop(): Promise<void> {
    this.#life?.abort()
    this.#life = null
    const panel = this.#panel
    this.#panel = null
    this.#launcher = null
    this.#isOpen = false
    this.#clear()
    await panel?.then((it) => it.destroy()).catch(() => undefined)
  }

  #clear(): void {
    this.#fetch = null
    this.#root.replaceChildren()
    this.#root.adoptedStyleSheets = []
  }

  #isCorner(): boolean {
    return this.dataset.placement === 'right' || this.dataset.placement === 'left'
  }

  #language(options: WidgetOptions, config: EmbedConfig): string {
    if (options.language) return options.language
    if (config.language !== 'auto') return config.language
    return document.documentElement.lang || navigator.language
  }

  /** A frame of the server's own stands on the page around it. */
  #visitedPage(): string | null {
    if (!this.#config?.reads_page) return null
    const isFrame = this.dataset.placement === 'page'
    return pageAddress(this.#page ?? (isFrame ? document.referrer : window.location.href))
  }

  #apiUrl(options: WidgetOptions): string {
    return new URL(embedApiPath(options.embed).slice(1), scriptUrl(options.server)).href
  }

  #tell<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(`quarterdeck-${name}`, { detail, bubbles: true }))
  }
}
