import { Marked, type MarkedOptions, Tokenizer } from 'marked'
import { footnoteExtension } from './footnote-tokens.ts'
import { mathExtension } from './math-tokens.ts'

/** Ends of sentences and quotations that are written without a space before them. */
const endOfAddress =
  /[\u2018-\u201f\u2026\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/

/** A text that ends before its first item has begun. */
const loneBullet = /^ {0,3}(?:[*+-]|\d{1,9}[.)])[ \t]*$/

/** A line of fewer is a list, a table or a rule in the making. */
const shortestUnderline = 3

const marked = new Marked(mathExtension, footnoteExtension, {
  gfm: true,
  // Models and people write a line for a line.
  breaks: true,
  tokenizer: {
    /** `3~5 days` is a range: two tildes strike out, one does nothing. */
    del: (source) => (source.startsWith('~~') ? false : undefined),
    url(source) {
      const end = source.search(endOfAddress)
      return end < 0 ? false : Tokenizer.prototype.url.call(this, source.slice(0, end))
    },
    // The same of the beginning of `**Hot**`.
    list: (source) => (loneBullet.test(source) ? undefined : false),
    // A line that has not ended may go on as words: `***Hot***`, `---5 days`.
    hr: (source) => (source.includes('\n') ? false : undefined),
    lheading(source) {
      const underline = this.rules.block.lheading.exec(source)?.[2] ?? ''
      return underline.length < shortestUnderline ? undefined : false
    },
  },
})

/** What the lexer has to be made with: published Markdown with formulas, without what models do not mean. */
export const markdownOptions: MarkedOptions = marked.defaults
