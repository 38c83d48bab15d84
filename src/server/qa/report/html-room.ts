import { markupText } from './markup-text.ts'

/**
 * The room that one case has in a page, so that the page as a whole stays small enough to be sent: texts are put in until
 * it is used up, none takes more than a third of it, and where one is cut a sentence says so.
 */
export class HtmlRoom {
  readonly #longest: number
  #left: number

  /** @param bytes of UTF-8, entities and all. */
  constructor(bytes: number) {
    this.#left = bytes
    this.#longest = Math.floor(bytes / 3)
  }

  get isFull(): boolean {
    return this.#left <= 0
  }

  /** A text as markup, cut where there is no more room for it. */
  text(raw: string): string {
    const shown = cut(raw, Math.max(0, Math.min(this.#left, this.#longest)))
    const markup = markupText(shown)
    this.#left -= Buffer.byteLength(markup)
    const missing = raw.length - shown.length
    if (missing === 0) return markup
    return `${markup}<i class="cut">… ${missing.toLocaleString('en')} more characters are not shown here; the JSON Lines report has them.</i>`
  }

  /** Markup for each of some things, until the room is used up; then a sentence that says how many are missing. */
  each<T>(things: readonly T[], markup: (thing: T) => string): string {
    const shown: string[] = []
    for (const thing of things) {
      if (this.isFull) break
      shown.push(markup(thing))
      // The tags around a text take room too.
      this.#left -= 100
    }
    const missing = things.length - shown.length
    if (missing === 0) return shown.join('')
    return `${shown.join('')}<p class="cut">${missing} more are not shown here; the JSON Lines report has them.</p>`
  }
}

/** As much of a text from its beginning as fits into so many bytes of markup. */
function cut(raw: string, bytes: number): string {
  let shown = raw.slice(0, bytes)
  while (Buffer.byteLength(markupText(shown)) > bytes) {
    shown = shown.slice(0, Math.floor(shown.length * 0.8))
  }
  const isHalved = shown.length < raw.length && /[\ud800-\udbff]$/.test(shown)
  return isHalved ? shown.slice(0, -1) : shown
}
