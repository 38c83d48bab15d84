import type { Token, Tokens } from 'marked'
import { parseMarkdown } from './markdown-blocks.ts'

/** Markdown as it is read out: words without marks and addresses; code, tables and formulas as their text. */
export function spokenText(markdown: string): string {
  return parseMarkdown(`${markdown}\n`)
    .blocks.map(({ token }) => wordsOf(token))
    .filter((words) => words !== '')
    .join('\n')
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return ''
    case 'br':
      return '\n'
    case 'list':
      return (token as Tokens.List).items.map((item) => inOrder(item.tokens)).join('\n')
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows]
        .map((cells) => cells.map((cell) => inOrder(cell.tokens)).join(', '))
        .join('\n')
    }
    default:
      return token.type !== 'code' && 'tokens' in token && token.tokens
        ? inOrder(token.tokens)
        : String((token as { text?: unknown }).text ?? token.raw)
  }
}

const blocks = ['paragraph', 'heading', 'list', 'blockquote', 'code', 'table']

function inOrder(tokens: readonly Token[]): string {
  return tokens
    .map((token, index) => (index > 0 && blocks.includes(token.type) ? '\n' : '') + wordsOf(token))
    .join('')
}
