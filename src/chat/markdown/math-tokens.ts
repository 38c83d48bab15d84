import type { MarkedExtension } from 'marked'

/** A formula in the text: TeX, on a line of its own or within one. */
export interface MathToken {
  readonly type: 'math'
  readonly raw: string
  readonly text: string
  readonly isBlock: boolean
}

type Found = Pick<MathToken, 'raw' | 'text'>

const emptyLine = /\n[ \t]*\n/
const restOfLine = /[ \t]*(?:\n|$)/y

/**
 * `$$…$$` and `\[…\]` at a place of the text; no empty line within, so that a text that still grows is cut
 * in the same places. Its end is looked for by `indexOf`: thousands of beginnings without an end would be
 * as many slow walks through the text.
 */
function blockAt(source: string, at: number): Found | undefined {
  const isDollars = source.startsWith('$$', at)
  if (!isDollars && !source.startsWith('\\[', at)) return undefined
  const end = isDollars ? source.indexOf('$', at + 2) : escaped(source, ']', at + 2)
  if (end < 0 || (isDollars && !source.startsWith('$$', end))) return undefined
  const text = source.slice(at + 2, end)
  restOfLine.lastIndex = end + 2
  if (text.trim() === '' || emptyLine.test(text) || !restOfLine.test(source)) return undefined
  return { raw: source.slice(at, restOfLine.lastIndex), text: text.trim() }
}

/**
 * Where the first of them begins in the paragraph that the text begins with. At the beginning of a line
 * only: the lexer cuts paragraphs there, and cutting within a line would put a line's end into them that
 * the text does not have.
 */
function startOfBlock(source: string): number | undefined {
  const paragraph = source.search(emptyLine)
  const starts = /\n(?=\$\$|\\\[)/g
  for (let found = starts.exec(source); found; found = starts.exec(source)) {
    if (paragraph >= 0 && found.index > paragraph) return undefined
    if (blockAt(source, found.index + 1)) return found.index + 1
  }
  return undefined
}

/** Where a bracket behind a backslash begins; -1 where none comes. */
function escaped(source: string, bracket: string, from: number): number {
  let at = source.indexOf(bracket, from + 1)
  while (at >= 0 && source[at - 1] !== '\\') at = source.indexOf(bracket, at + 1)
  return at < 0 ? -1 : at - 1
}

/**
 * `$…$` that hugs its text. What looks like its end may begin something else: a price (`$5`), the name of a variable
 * (`$HOME/bin:$PATH`, `${host}`, `"$src" "$dst"`), a command (`$(date)`); the letters of `$k$th` may follow. What
 * looks like its beginning may end a currency (`US$, A$`) or begin a path (`$.items`).
 */
const dollars =
  /^\$(?![\s$,;:!?)\]}]|\.\D)((?:\\.|[^$\\\n])+?)(?:(?<![\s"/(])\$(?![\p{L}\d_{(])|(?<![\s/:;,.=([{<>+*|&"'-])\$(?=\p{Ll}))/u

/**
 * A price up to another one: with words after it (`$5/month (was 10$)`), which have a backslash before them in formulas,
 * or a short one in a list (`$200k, 5$`).
 */
const price = /^\d(?:[^\\]*?(?<=[\s/,;(-])\p{L}{2,}|[\d.,]*(?:[kmb]|bn)[,;]\s\d[\d.,]*$)/iu

/** From the end of a price to the next (`5$-10$`, `5$/10$`). */
const toNextPrice = /^\$[-–/]\d[\d.,]*[kmb]?\$/i

/** `$$…$$` within a line. */
const doubled = /^\$\$(?!\s)([^$\n]+)(?<!\s)\$\$(?![\p{L}\d$])/u

/** Both, and `\(…\)`. @param before what the line holds before it */
function inlineOf(source: string, before: string): Found | undefined {
  if (/\d$/.test(before) && toNextPrice.test(source)) return undefined
  if (source.startsWith('$$')) {
    const [raw = '', text = ''] = doubled.exec(source) ?? []
    return text.trim() === '' ? undefined : { raw, text: text.trim() }
  }
  if (source.startsWith('$')) {
    const [raw = '', text = ''] = dollars.exec(source) ?? []
    const isFormula = text.trim() !== '' && !price.test(text)
    return isFormula ? { raw, text: text.trim() } : undefined
  }
  if (!source.startsWith('\\(')) return undefined
  const end = escaped(source, ')', 2)
  const text = source.slice(2, Math.max(2, end))
  if (text.trim() === '' || text.includes('\n')) return undefined
  return { raw: source.slice(0, end + 2), text: text.trim() }
}

function startOfInline(source: string): number | undefined {
  const places = [source.indexOf('$'), escaped(source, '(', 0)].filter((at) => at >= 0)
  return places.length > 0 ? Math.min(...places) : undefined
}

const token = (found: Found | undefined, isBlock: boolean): MathToken | undefined =>
  found && { type: 'math', ...found, isBlock }

/** Makes the lexer know formulas. */
export const mathExtension: MarkedExtension = {
  extensions: [
    {
      name: 'math',
      level: 'block',
      start: startOfBlock,
      tokenizer: (source) => token(blockAt(source, 0), true),
    },
    {
      name: 'math',
      level: 'inline',
      start: startOfInline,
      tokenizer: (source, tokens) => token(inlineOf(source, tokens.at(-1)?.raw ?? ''), false),
    },
  ],
}
