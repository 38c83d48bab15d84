import type { MarkedExtension, Token } from 'marked'

/** The mark of a footnote in the text (`[^1]`), or the footnote itself (`[^1]: its words`), a line of its own. */
export interface FootnoteToken {
  readonly type: 'footnote' | 'footnoteText'
  readonly raw: string
  /** As it is numbered, or named. */
  readonly number: string
  /** Its words; the mark has none. */
  readonly text: string
  readonly tokens?: Token[]
}

/** One with a name counts where a line tells it: `[^abc]` alone is more often a pattern that somebody explains. */
const mark = /^\[\^([\w-]{1,32})\](?!:)/
const line = /^\[\^([\w-]{1,32})\]:[ \t]+([^\n]+)(?:\n|$)/
const isNumber = /^\d{1,3}$/

/** Makes the lexer know footnotes. */
export const footnoteExtension: MarkedExtension = {
  extensions: [
    {
      name: 'footnoteText',
      level: 'block',
      start: (source) => {
        const at = source.search(/\n\[\^[\w-]{1,32}\]:[ \t]/)
        return at < 0 ? undefined : at + 1
      },
      tokenizer(source) {
        const [raw, number = '', text = ''] = line.exec(source) ?? []
        if (raw === undefined) return undefined
        // The lines are read before what is in them.
        this.lexer.tokens.links[`^${number}`] = { href: '', title: '' }
        return { type: 'footnoteText', raw, number, text, tokens: this.lexer.inline(text) }
      },
    },
    {
      name: 'footnote',
      level: 'inline',
      start: (source) => {
        const at = source.indexOf('[^')
        return at < 0 ? undefined : at
      },
      tokenizer(source) {
        const [raw, number = ''] = mark.exec(source) ?? []
        const isKnown = isNumber.test(number) || `^${number}` in this.lexer.tokens.links
        return raw !== undefined && isKnown
          ? { type: 'footnote', raw, number, text: '' }
          : undefined
      },
    },
  ],
}
