import { describe, expect, it } from 'vitest'
import { type MarkdownBlock, parseMarkdown } from './markdown-blocks.ts'
import { goesOn, sectionsOf } from './markdown-sections.ts'

const blocksOf = (text: string) =>
  parseMarkdown(text).blocks.filter(({ token }) => token.type !== 'space')
const typesOf = (section: readonly MarkdownBlock[]) => section.map(({ token }) => token.type)

describe('sectionsOf', () => {
  it('begins a section with each heading, and with the text before the first', () => {
    const sections = sectionsOf(
      blocksOf('Hello\n\n# One\n\ntext\n\n- item\n\n## Two\n\n```\na\n```'),
    )
    expect(sections.map(typesOf)).toEqual([
      ['paragraph'],
      ['heading', 'paragraph', 'list'],
      ['heading', 'code'],
    ])
    expect(sectionsOf([])).toEqual([])
  })

  it('goes on in another section where very much stands below one heading', () => {
    const text = (count: number) => `# One\n\n${'text\n\n'.repeat(count)}`
    const sections = sectionsOf(blocksOf(`${text(30)}# Two`))
    expect(sections.map((section) => section.length)).toEqual([12, 12, 7, 1])
    expect(sections.map(goesOn)).toEqual([false, true, true, false])
  })

  it('keeps finished sections as the same objects while the text grows', () => {
    const text = '# One\n\ntext\n\n## Two\n\nmore\n\n## Three\n\nand'
    const first = parseMarkdown(text)
    const before = sectionsOf(first.blocks)
    const after = sectionsOf(parseMarkdown(`${text} more`, first).blocks, before)
    expect(after).toHaveLength(3)
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(after[2]).not.toBe(before[2])
  })
})
