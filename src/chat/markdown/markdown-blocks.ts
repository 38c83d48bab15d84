import { Lexer, type Token, type Tokens, type TokensList } from 'marked'
import { sharing } from '../conversation/same-json.ts'
import { afterSettledRows } from './growing-table.ts'
import { markdownOptions } from './markdown-rules.ts'

/** A top-level piece of markdown. What did not change stays the same object: the piece, a row, an item. */
export interface MarkdownBlock {
  /** Where it begins in the text: its key while the text grows. */
  readonly offset: number
  readonly token: Token
}

/** A parsed text, and what is needed to parse its continuation without starting over. */
export interface ParsedMarkdown {
  readonly text: string
  readonly blocks: readonly MarkdownBlock[]
}

/** The last pieces may still change with the next characters: a list, a table, a heading's underline. */
const unsettledBlocks = 2

/**
 * Parses a text. When it continues one that was parsed before, all but its last pieces are taken over
 * as they are, so that the cost of a token does not grow with the answer.
 */
export function parseMarkdown(whole: string, before?: ParsedMarkdown | null): ParsedMarkdown {
  const text = whole.replace(/\r\n|\r/g, '\n')
  const isContinued = before && text.startsWith(before.text)
  if (isContinued && text.length === before.text.length) return before
  const kept = isContinued ? settledBlocks(before.blocks) : []
  const growing = isContinued ? before.blocks[kept.length] : undefined
  const from = growing?.offset ?? 0
  const links = definedLinks(kept)
  const source = text.slice(from)
  const shortcut = afterSettledRows(source, growing?.token)
  const tokens = shortcut?.whole(tokensOf(shortcut.source, links)) ?? tokensOf(source, links)
  let offset = from
  const fresh = tokens.map((token, index) => {
    const known = isContinued ? before.blocks[kept.length + index] : undefined
    const block = sharing(known, { offset, token })
    offset += token.raw.length
    return block
  })
  return { text, blocks: [...kept, ...fresh] }
}

/** What stands before a table that has rows does not change any more. */
function settledBlocks(blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const last = blocks.at(-1)?.token
  const hasRows = last?.type === 'table' && (last as Tokens.Table).rows.length > 0
  return blocks.slice(0, hasRows ? -1 : -unsettledBlocks)
}

/** Quotes and lists within one another, so deep that nobody wrote them to be read, stay as they were typed. */
const deepestNested = 40

function tokensOf(source: string, links: TokensList['links']): Token[] {
  const lexer = new Lexer(markdownOptions)
  Object.assign(lexer.tokens.links, links)
  try {
    return lexer.lex(source).map((token) => (isTooDeep(token) ? asTyped(token.raw) : token))
  } catch (error) {
    // The lexer calls itself for each level, and thousands of them are more than the stack holds.
    if (!(error instanceof RangeError)) throw error
    return [asTyped(source)]
  }
}

function asTyped(raw: string): Token {
  return { type: 'html', raw, text: raw, block: true, pre: false }
}

function isTooDeep(token: Token): boolean {
  let level: readonly Token[] = [token]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > 2 * deepestNested) return true
    level = level.flatMap((item) => {
      if (item.type === 'list') return (item as Tokens.List).items
      return item.type === 'blockquote' || item.type === 'list_item' ? (item.tokens ?? []) : []
    })
  }
  return false
}

/** Link addresses that finished pieces defined: later ones may use them. */
function definedLinks(blocks: readonly MarkdownBlock[]): TokensList['links'] {
  const links: TokensList['links'] = {}
  for (const { token } of blocks) {
    if (token.type !== 'def') continue
    const { tag, href, title } = token as Tokens.Def
    links[tag] ??= { href, title: title ?? null }
  }
  return links
}

/** True when a code block's closing fence has come, so that its text will not change any more. */
export function isClosedCode(token: Token): boolean {
  if (token.type !== 'code') return false
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(token.raw)?.[1]
  if (!fence) return true
  const lines = token.raw.trimEnd().split('\n')
  const last = lines.at(-1)?.trim() ?? ''
  const mark = fence.charAt(0)
  return lines.length > 1 && last.length >= fence.length && last === mark.repeat(last.length)
}

const safeProtocols = ['http:', 'https:', 'mailto:', 'tel:']

/** The address if a press on it can do no harm, else null: no scripts, no data, nothing relative. */
export function safeHref(href: string): string | null {
  const address = decodeEntities(href).trim()
  if (!URL.canParse(address)) return null
  return safeProtocols.includes(new URL(address).protocol) ? address : null
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  middot: '·',
  bull: '•',
  rarr: '→',
  larr: '←',
  times: '×',
  euro: '€',
  deg: '°',
}

/** `&amp;` and `&#8364;` as the characters that they stand for; names that are not known stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, dec, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? all
    const code = dec ? Number(dec) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
