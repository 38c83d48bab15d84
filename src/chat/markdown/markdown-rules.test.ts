import type { Token, Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { type ParsedMarkdown, parseMarkdown } from './markdown-blocks.ts'
import type { MathToken } from './math-tokens.ts'

/** What a text is read as, in marks of our own: links in ⟨⟩, formulas in ⟦⟧, what is struck out in ⊟⊟. */
function read(text: string): string {
  return parseMarkdown(text)
    .blocks.map(({ token }) => shown(token))
    .filter((words) => words !== '')
    .join('|')
}

function shown(token: Token): string {
  const inner = () => ('tokens' in token && token.tokens ? token.tokens.map(shown).join('') : '')
  switch (token.type) {
    case 'link':
      return `⟨${(token as Tokens.Link).href}⟩`
    case 'math':
      return `⟦${(token as unknown as MathToken).text}⟧`
    case 'footnote':
      return [...String((token as unknown as { number: string }).number)]
        .map((sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? `^${sign}`)
        .join('')
    case 'footnoteText':
      return `${(token as unknown as { number: string }).number}: ${inner()}`
    case 'space':
      return ''
    case 'del':
      return `⊟${inner()}⊟`
    case 'br':
      return '⏎'
    case 'heading':
      return `#${inner()}`
    case 'list':
      return (token as Tokens.List).items.map((item) => `•${item.text}`).join('')
    default:
      return inner() || String((token as { text?: string }).text ?? token.raw)
  }
}

describe('lines are lines (C7)', () => {
  it.each([
    [
      'Dear Ana,\nthe order left today.\nIt comes on Friday.',
      'Dear Ana,⏎the order left today.⏎It comes on Friday.',
    ],
    ['**Bold\nover lines**', 'Bold⏎over lines'],
    ['To: Ana\r\nSubject: Hi  \nBye', 'To: Ana⏎Subject: Hi⏎Bye'],
    ['```\na\nb\n```', 'a\nb'],
  ])('%j', (text, expected) => expect(read(text)).toBe(expected))
})

describe('one tilde strikes nothing out (C9)', () => {
  it.each([
    ['3~5 days and costs 100~200 coins', '3~5 days and costs 100~200 coins'],
    ['~5 kg, ~6 kg', '~5 kg, ~6 kg'],
    ['~x~', '~x~'],
    ['~~gone~~ and 3~5', '⊟gone⊟ and 3~5'],
    ['a ~~b ~ c~~', 'a ⊟b ~ c⊟'],
  ])('%j', (text, expected) => expect(read(text)).toBe(expected))
})

describe('an address ends before what is written behind it without a space (C10)', () => {
  const docs = '⟨https://example.com/docs⟩'
  it.each([
    ['https://example.com/docs（中文说明）了解更多', `${docs}（中文说明）了解更多`],
    ['见 https://example.com/docs。然后', `见 ${docs}。然后`],
    ['https://example.com/docs、https://example.com/docs', `${docs}、${docs}`],
    ['「https://example.com/docs」です', `「${docs}」です`],
    ['“https://example.com/docs”', `“${docs}”`],
    ['https://example.com/docs，好', `${docs}，好`],
    ['www.example.com！', '⟨http://www.example.com⟩！'],
    ['https://example.com/路径/页?q=中文', '⟨https://example.com/路径/页?q=中文⟩'],
    ['(https://example.com/docs).', `(${docs}).`],
  ])('%j', (text, expected) => expect(read(text)).toBe(expected))
})

describe('dollars that begin no formula stay (C11)', () => {
  it.each([
    '$HOME/bin:$PATH',
    '$home/bin:$path',
    '$USD/$EUR',
    '$5/month (was 10$)',
    ['$', '{host}/$', '{path}'].join(''),
    'It costs $5, or 8$ with a cup',
    'from $10 to $20',
    '$A,$B',
    'between $5 and 10$.',
    'kill $$ or $$ is the process',
    'cd $(pwd)/$(date) or $(a)$(b)',
    'cp "$src" "$dst" with "$@" and "$*"',
    'echo "$a"+"$b" {$a}{$b} <$a><$b>',
    '$this->foo($x), $a->$b',
    'prices in US$, A$ and C$',
    '$.items,$.total',
    '$100k-$200k, 5$-10$',
    'from 5$-10$ to 20$/30$ or 1$–2k$',
  ])('%j', (text) => expect(read(text)).toBe(text))

  it.each([
    ['$E = mc^2$', '⟦E = mc^2⟧'],
    ['the $k$th of $n$', 'the ⟦k⟧th of ⟦n⟧'],
    ['$2x + 3y = 10$', '⟦2x + 3y = 10⟧'],
    ['$3 \\times 4 \\text{ apples}$', '⟦3 \\times 4 \\text{ apples}⟧'],
    ['$f(x)$, $2ab$ and $(a, b]$', '⟦f(x)⟧, ⟦2ab⟧ and ⟦(a, b]⟧'],
    ['$x$-axis', '⟦x⟧-axis'],
    ["$f'$, $.5$ and $|x|$", "⟦f'⟧, ⟦.5⟧ and ⟦|x|⟧"],
    ['($a$), "$b$"', '(⟦a⟧), "⟦b⟧"'],
    ['$-10$, $2k, 2k+1$ and $0, 1$', '⟦-10⟧, ⟦2k, 2k+1⟧ and ⟦0, 1⟧'],
    ['so $$a+b$$ holds', 'so ⟦a+b⟧ holds'],
  ])('%j is a formula', (text, expected) => expect(read(text)).toBe(expected))
})

describe('footnotes are footnotes (C16)', () => {
  it.each([
    [
      'It is free[^1] today[^2].\n\n[^1]: Until **May**.\n[^2]: See https://example.com/docs.',
      'It is free¹ today².|1: Until May.|2: See ⟨https://example.com/docs⟩.',
    ],
    ['Free[^12]\n[^12]: https://example.com', 'Free¹²|12: ⟨https://example.com⟩'],
    ['Two[^a] and[^b].\n\n[^a]: First.\n\n[^b]: Second', 'Two^a and^b.|a: First.|b: Second'],
    ['The pattern [^abc] and `[^1]`', 'The pattern [^abc] and [^1]'],
    ['[docs](https://example.com)', '⟨https://example.com⟩'],
  ])('%j', (text, expected) => expect(read(text)).toBe(expected))
})

describe('what is in the making does not jump (C12)', () => {
  /** What the text is read as with each further letter. */
  const stages = (text: string) => {
    let parsed: ParsedMarkdown | null = null
    return Array.from({ length: text.length }, (_, at) => {
      parsed = parseMarkdown(text.slice(0, at + 1), parsed)
      return parsed.blocks.map(({ token }) => token.type).join(' ')
    })
  }
  it('a list below a line is no heading on its way', () => {
    const seen = new Set(stages('Total cost\n- coffee: 3\n- tea: 2'))
    expect([...seen]).toEqual(['paragraph', 'paragraph list'])
    expect([...new Set(stages('Total cost\n= 3'))]).toEqual(['paragraph'])
  })

  it.each(['*', '-', '+', '1.', '2)'])('%j alone is no list yet', (bullet) => {
    expect(stages(`It is:\n\n${bullet}`).at(-1)).toBe('paragraph space paragraph')
    expect(stages(`It is:\n\n${bullet} x`).at(-1)).toContain('list')
    expect(stages(`It is:\n\n${bullet}\n`).at(-1)).toContain('list')
  })

  it.each(['***Hot*** x', '---5 days', '___soft___ words'])('%j is no rule on its way', (text) => {
    expect([...new Set(stages(`It is:\n\n${text}`))].join()).not.toContain('hr')
    expect(stages('It is:\n\n---\n').at(-1)).toContain('hr')
  })

  it('an underline of three makes one', () => {
    expect(read('Total cost\n---\nAll of it.')).toBe('#Total cost|All of it.')
    expect(read('Total cost\n===')).toBe('#Total cost')
    expect(read('Total cost\n--')).toBe('Total cost⏎--')
  })
})
