import { Lexer, type Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../../../test/helpers/processor-time.ts'
import {
  decodeEntities,
  isClosedCode,
  type ParsedMarkdown,
  parseMarkdown,
  safeHref,
} from './markdown-blocks.ts'

const text = [
  '# Title',
  'A paragraph with **bold** and `code`.',
  '- [x] done\n- [ ] open\n  - nested',
  '| a | b |\n|---|--:|\n| 1 | 2 |',
  '```ts\nconst a = 1\n```',
  '> quoted\n> text',
  'The end.',
].join('\n\n')

function grow(source: string, step: number): ParsedMarkdown {
  let parsed: ParsedMarkdown | null = null
  for (let end = step; end < source.length; end += step) {
    parsed = parseMarkdown(source.slice(0, end), parsed)
  }
  return parseMarkdown(source, parsed)
}

describe('parseMarkdown', () => {
  it.each([1, 3, 17])('parses text that grew by %i characters like the whole', (step) => {
    const raws = grow(text, step).blocks.map(({ token }) => [token.type, token.raw])
    expect(raws).toEqual(new Lexer().lex(text).map((token) => [token.type, token.raw]))
  })

  const longTable = [
    'Before.\n',
    '| a | b |',
    '|---|--:|',
    ...Array.from({ length: 60 }, (_, row) => `| **${row}** ${'x'.repeat(row % 7)} | \`c\` |`),
    '| one cell',
    'no cells at all',
    '| 1 | 2 | 3 |',
  ].join('\n')

  it.each([
    ['a paragraph', '\n\nAfter it.'],
    ['a heading', '\n# After it'],
    ['a list', '\n- after it\n- and more'],
    ['another table', '\n\n| c |\n|---|\n| 1 |'],
    ['a line of dashes', '\n---\nAfter it.'],
    ['nothing', ''],
    ['line breaks', '\n\n\n'],
  ])('parses a long table that grew, and %s after it, like the whole', (_what, rest) => {
    for (const step of [1, 3, 50, 333]) {
      const grown = grow(longTable + rest, step).blocks.map(({ token }) => token)
      expect(grown).toEqual(parseMarkdown(longTable + rest).blocks.map(({ token }) => token))
    }
  })

  it('takes the settled rows of a long table over as the same objects', () => {
    const rowsOf = ({ blocks }: ParsedMarkdown) =>
      blocks.flatMap(({ token }) => (token.type === 'table' ? (token as Tokens.Table).rows : []))
    const before = parseMarkdown(longTable)
    const after = parseMarkdown(`${longTable}\n| last | row |`, before)
    expect(rowsOf(after)).toHaveLength(64)
    const same = rowsOf(after).filter((row, index) => row === rowsOf(before)[index])
    expect(same).toHaveLength(63)
  })

  it('keeps finished pieces as the same objects', () => {
    const before = parseMarkdown(text)
    const after = parseMarkdown(`${text} And more.`, before)
    expect(after.blocks[0]).toBe(before.blocks[0])
    expect(after.blocks[4]).toBe(before.blocks[4])
    expect(after.blocks.at(-1)).not.toBe(before.blocks.at(-1))
  })

  it.each([
    ['items', '- one\n- two'],
    ['rows', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4'],
  ])('keeps the %s that do not change as the same objects', (part, begun) => {
    const partsOf = ({ blocks: [block] }: ParsedMarkdown) =>
      Object.entries(block?.token ?? {}).find(([name]) => name === part)?.[1] as unknown[]
    const before = parseMarkdown(begun)
    const after = partsOf(parseMarkdown(`${begun} and more`, before))
    expect(after).toHaveLength(2)
    expect(after[0]).toBe(partsOf(before)[0])
    expect(after[1]).not.toBe(partsOf(before)[1])
  })

  it('keeps the last piece but one as the same object when it did not change', () => {
    const before = parseMarkdown('- one\n\nThe end')
    const after = parseMarkdown('- one\n\nThe end.', before)
    expect(after.blocks.at(-2)).toBe(before.blocks.at(-2))
  })

  it('starts over when the text is another', () => {
    const parsed = parseMarkdown('Other', parseMarkdown(text))
    expect(parsed.blocks.map(({ token }) => token.raw)).toEqual(['Other'])
  })

  it('knows link addresses that finished pieces defined', () => {
    const source = '[a]: https://example.com/\n\nOne.\n\nTwo.\n\nThree, see [a].'
    const last = grow(source, 5).blocks.at(-1)?.token
    expect(JSON.stringify(last)).toContain('https://example.com/')
  })
})

it('goes on with emphasis within emphasis, a thousand deep', () => {
  const source = '*a **b '.repeat(500) + 'c** d* '.repeat(500)
  const before = parseMarkdown(source)
  const after = parseMarkdown(`${source} End.`, before)
  expect(after.blocks.map(({ token }) => token.raw).join('')).toBe(`${source} End.`)
})

describe('isClosedCode', () => {
  it.each([
    ['```js\na()\n```', true],
    ['```js\na()\n``', false],
    ['```js', false],
    ['~~~\na\n~~~', true],
    ['````\n```\n```', false],
    ['    indented', true],
  ])('%j: %s', (source, isClosed) => {
    const [token] = new Lexer().lex(source)
    expect(token && isClosedCode(token)).toBe(isClosed)
  })
})

describe('safeHref', () => {
  it.each(['https://a.example/', 'http://a.example/', 'mailto:a@b.example', 'tel:+4912345'])(
    'lets %s through',
    (href) => expect(safeHref(href)).toBe(href),
  )

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/gateway/connections',
    '',
  ])('refuses %j', (href) => expect(safeHref(href)).toBeNull())
})

it('decodes what HTML writes as names, and leaves what it does not know', () => {
  expect(decodeEntities('a &amp; b &lt;c&gt; &#8364; &#x20AC; &unknown;')).toBe(
    'a & b <c> € € &unknown;',
  )
})

describe('formulas', () => {
  const kinds = (text: string) => parseMarkdown(text).blocks.map(({ token }) => token.type)
  const inner = (text: string) => {
    const [first] = parseMarkdown(text).blocks
    const tokens = (first?.token as { tokens?: { type: string; text?: string }[] } | undefined)
      ?.tokens
    return (tokens ?? []).filter((token) => token.type === 'math').map((token) => token.text)
  }
  it('are found in blocks and lines, in both spellings', () => {
    expect(kinds('$$\na^2\n$$\n\n\\[b\\]\n')).toEqual(['math', 'math'])
    expect(inner('So $a^2$ and \\(b_1\\).')).toEqual(['a^2', 'b_1'])
  })
  it('are not made of prices or of code', () => {
    expect(inner('It costs $5 or $6, not $7.')).toEqual([])
    expect(inner('`$a$` and \\$b$')).toEqual([])
  })
})

it.each(['$$\n', '\\[\n', '\\(', '$$x\n', '$a '])(
  'thousands of beginnings of a formula, %j, take no time that grows with their square',
  (beginning) => {
    const text = beginning.repeat(60_000 / beginning.length)
    const tookMs = processorMs(() =>
      expect(
        parseMarkdown(text)
          .blocks.map(({ token }) => token.raw)
          .join(''),
      ).toBe(text),
    )
    expect(tookMs).toBeLessThan(3_000)
  },
)
