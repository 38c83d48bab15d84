import type { MarkedExtension, Token } from 'marked'

/** The mark of a footnote in the text (`[^1]`), or the footnote itself (`[^1]: its words`), a line of its own. */
export interface FootnoteToken {
  readonly type: 'footnote' | 'footnoteText'
  readonly raw: string
  /** As it is numbered. */
  readonly number: string
  /** Its words; the mark has none. */
  readonly text: string
  readonly tokens?: Token[]
}

/** Numbers alone: `[^abc]` is more often a pattern that somebody explains. */
const mark = /^\[\^(\d{1,3})\](?!:)/
const line = /^\[\^(\d{1,3})\]:[ \t]+([^\n]+)(?:\n|$)/

/** Makes the lexer know footnotes. */
export const footnoteExtension: MarkedExtension = {
  extensions: [
    {
      name: 'footnoteText',
      level: 'block',
      start: (source) => {
        const at = source.search(/\n\[\^\d{1,3}\]:[ \t]/)
        return at < 0 ? undefined : at + 1
      },
      tokenizer(source) {
        const [raw, number = '', text = ''] = line.exec(source) ?? []
        if (raw === undefined) return undefined
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
        return raw === undefined ? undefined : { type: 'footnote', raw, number, text: '' }
      },
    },
  ],
}
