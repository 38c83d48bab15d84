import css from './launcher.css?inline'
import { type OwnTexts, ownTextsFor } from './own-texts.ts'

const bubbleIcon =
  'M12 3c5 0 9 3.4 9 7.7s-4 7.7-9 7.7c-1 0-2-.1-2.900-.4L4.500 20l1-3.600C3.900 15 3 13 3 10.700 3 6.400 7 3 12 3z'
const closeIcon = 'M6 6l12 12M18 6 6 18'

/** The bubble and the box, as drawn in the shadow root. */
export interface Launcher {
  show(isOpen: boolean): void
  /** Says that the panel is on its way. */
  waiting(): void
  /** An emptied place for the panel. */
  container(): HTMLElement
  problem(sentence: string): void
  unread(count: number): void
  focus(): void
}

/** What the file of the bubble exports. */
export interface LauncherModule {
  buildLauncher: typeof buildLauncher
}

/** Draws into `root`, with its style sheet. */
export function buildLauncher(deps: {
  root: ShadowRoot
  isCorner: boolean
  /** A language tag; texts of the page's own go before ours. */
  language: string
  ownTexts?: Readonly<Record<string, string>>
  title: string
  /** Address of a picture in place of the balloon. */
  icon: string | null
  /** Words beside the closed bubble; empty for none. */
  teaser: string
  /** The visitor has put them away, or has opened the chat. */
  onTeaserGone(): void
  onToggle(): void
  onRetry(): void
}): Launcher {
  const texts = ownTextsFor(deps.language, deps.ownTexts)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  deps.root.adoptedStyleSheets = [sheet]
  const box = element('div', { class: 'box', part: 'panel', role: 'region' })
  box.setAttribute('aria-label', deps.title || texts.openChat)
  if (!deps.isCorner) {
    deps.root.append(box)
    return { ...boxParts(box, texts, deps.onRetry), show() {}, unread() {}, focus() {} }
  }
  const corner = element('div', { class: 'corner' })
  const button = element('button', { class: 'launcher', part: 'launcher', type: 'button' })
  const badge = element('span', { class: 'badge', part: 'badge' })
  badge.hidden = true
  const icon = svg(bubbleIcon)
  button.append(icon, badge)
  const picture = deps.icon === null ? null : pictureOf(deps.icon, button, icon)
  button.setAttribute('aria-label', texts.openChat)
  button.setAttribute('aria-expanded', 'false')
  button.addEventListener('click', deps.onToggle)
  box.hidden = true
  const teaser = deps.teaser === '' ? null : teaserOf(deps, texts)
  corner.append(...(teaser ? [teaser] : []), box, button)
  deps.root.append(corner)
  toTopLayer(corner)
  let unread = 0
  const label = (isOpen: boolean) => {
    const words = isOpen ? texts.closeChat : texts.openChat
    button.setAttribute(
      'aria-label',
      unread > 0 ? `${words} (${texts.newAnswers}: ${unread})` : words,
    )
  }
  return {
    ...boxParts(box, texts, deps.onRetry),
    show(isOpen) {
      box.hidden = !isOpen
      button.setAttribute('aria-expanded', String(isOpen))
      icon.firstElementChild?.setAttribute('d', isOpen ? closeIcon : bubbleIcon)
      if (picture?.isConnected) {
        picture.hidden = isOpen
        icon.toggleAttribute('hidden', !isOpen)
      }
      if (isOpen && teaser?.isConnected) {
        teaser.remove()
        deps.onTeaserGone()
      }
      label(isOpen)
    },
    unread(count) {
      unread = count
      badge.hidden = count === 0
      badge.textContent = count > 9 ? '9+' : String(count)
      label(!box.hidden)
    },
    focus: () => button.focus(),
  }
}

/** A picture that does not come, or that the page does not allow, leaves the balloon where it is. */
function pictureOf(address: string, button: HTMLElement, icon: SVGElement): HTMLImageElement {
  const picture = element('img', { alt: '' })
  picture.addEventListener('load', () => {
    button.prepend(picture)
    const isOpen = button.getAttribute('aria-expanded') === 'true'
    picture.hidden = isOpen
    icon.toggleAttribute('hidden', !isOpen)
  })
  picture.src = address
  return picture
}

function teaserOf(
  deps: { teaser: string; onTeaserGone(): void; onToggle(): void },
  texts: OwnTexts,
): HTMLElement {
  const teaser = element('div', { class: 'teaser', part: 'teaser' })
  const words = element('button', { type: 'button', dir: 'auto' })
  words.textContent = deps.teaser
  words.addEventListener('click', deps.onToggle)
  const hide = element('button', { type: 'button', class: 'hide' })
  hide.setAttribute('aria-label', texts.hideTeaser)
  hide.append(svg(closeIcon))
  const put = () => {
    teaser.remove()
    deps.onTeaserGone()
  }
  hide.addEventListener('click', put)
  teaser.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') put()
  })
  teaser.append(words, hide)
  return teaser
}

function boxParts(
  box: HTMLElement,
  texts: OwnTexts,
  onRetry: () => void,
): Pick<Launcher, 'waiting' | 'container' | 'problem'> {
  return {
    waiting() {
      box.setAttribute('aria-busy', 'true')
      box.replaceChildren()
    },
    container() {
      box.removeAttribute('aria-busy')
      const container = element('div', { class: 'panel' })
      box.replaceChildren(container)
      return container
    },
    problem(sentence) {
      box.removeAttribute('aria-busy')
      const notice = element('div', { class: 'notice', role: 'alert' })
      const words = element('div', {})
      words.textContent = `${texts.loadFailed} ${sentence}`
      const again = element('button', { type: 'button' })
      again.textContent = texts.retry
      again.addEventListener('click', onRetry)
      notice.append(words, again)
      box.replaceChildren(notice)
    },
  }
}

/** Above everything on the page, where the browser knows how; else the z-index has to do. */
function toTopLayer(corner: HTMLElement): void {
  if (typeof corner.showPopover !== 'function') return
  corner.popover = 'manual'
  corner.showPopover()
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

function svg(path: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(namespace, 'svg')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.8',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  })) {
    picture.setAttribute(name, value)
  }
  const line = document.createElementNS(namespace, 'path')
  line.setAttribute('d', path)
  picture.append(line)
  return picture
}
