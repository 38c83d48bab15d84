import { Marked, type MarkedOptions, type TokenizerThis } from 'marked'

/** A formula in the text: TeX, on a line of its own or within one. */
export interface MathToken {
  readonly type: 'math'
  readonly raw: string
  readonly text: string
  readonly isBlock: boolean
}

/** `$$…$$` and `\[…\]`; no empty line within, so that a text that still grows is cut in the same places. */
const block =
  /^(?:\$\$((?:(?!\n[ \t]*\n)[^$])+)\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S])+)\\\])[ \t]*(?:\n|$)/
/** `$…$` that hugs its text, so that prices stay prices, and `\(…\)`. */
const inline = /^(?:\$(?![\s$])((?:\\.|[^$\\\n])+?)(?<!\s)\$(?!\d)|\\\(((?:(?!\\\))[^\n])+)\\\))/

function tokenizer(pattern: RegExp, isBlock: boolean) {
  return function math(this: TokenizerThis, source: string): MathToken | undefined {
    const found = pattern.exec(source)
    if (!found) return undefined
    const text = (found[1] ?? found[2] ?? '').trim()
    return text === '' ? undefined : { type: 'math', raw: found[0], text, isBlock }
  }
}

const marked = new Marked({
  extensions: [
    {
      name: 'math',
      level: 'block',
      // At the beginning of a line only: the lexer cuts paragraphs there, and cutting within a line would
      // put a line's end into them that the text does not have.
      start: (source) => startOf(source, /(?<=\n)(?:\$\$|\\\[)/),
      tokenizer: tokenizer(block, true),
    },
    {
      name: 'math',
      level: 'inline',
      start: (source) => startOf(source, /\$|\\\(/),
      tokenizer: tokenizer(inline, false),
    },
  ],
})

/** What the lexer has to be made with to know formulas. */
export const mathOptions: MarkedOptions = { ...marked.defaults, gfm: true }

function startOf(source: string, pattern: RegExp): number | undefined {
  const at = source.search(pattern)
  return at < 0 ? undefined : at
}
