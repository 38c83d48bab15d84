import { describe, expect, it } from 'vitest'
import { excerpt } from '../../examples/guide/answers.ts'
import { splitSections } from '../../examples/guide/sections.ts'
import { stem, termsOf } from '../../examples/guide/terms.ts'

describe('splitting a page', () => {
  it('makes a section of each heading, with the headings above it', () => {
    const page = '# Title\nIntro\n## One\nFirst\n### Deep\nBelow\n## Empty\n## Two `x` ##\nSecond\n'
    expect(splitSections('docs/a.md', page)).toEqual([
      { page: 'docs/a.md', headings: ['Title'], text: 'Intro' },
      { page: 'docs/a.md', headings: ['Title', 'One'], text: 'First' },
      { page: 'docs/a.md', headings: ['Title', 'One', 'Deep'], text: 'Below' },
      { page: 'docs/a.md', headings: ['Title', 'Two x'], text: 'Second' },
    ])
  })

  it('takes no line of code for a heading, whatever the fence', () => {
    const page = '# T\n~~~sh\n# one\n```\n# two\n~~~\n````md\n```\n# three\n````\nend'
    const [section, ...others] = splitSections('p.md', page)
    expect(others).toEqual([])
    expect(section?.text).toContain('# three')
  })

  it('keeps links to other hosts, and only the words of the rest', () => {
    const text = 'See [runs](runs.md#stop), [site](https://example.com/a) ![shot](a.png).'
    expect(splitSections('p.md', text)).toEqual([
      { page: 'p.md', headings: ['p.md'], text: 'See runs, [site](https://example.com/a) .' },
    ])
  })
})

describe('the terms of a text', () => {
  it.each([
    [['stop', 'stops', 'stopped', 'stopping']],
    [['cancel', 'cancels', 'cancelled', 'cancelling', 'cancellation']],
    [['deploy', 'deployed', 'deployment', 'deployments']],
    [['configure', 'configured', 'configuration']],
    [['retry', 'retries']],
    [['address', 'addresses']],
    [['status', 'statuses']],
  ])('bring %j to one form', (words) => {
    expect(new Set(words.map(stem)).size).toBe(1)
  })

  it('keep words apart that only look alike', () => {
    expect(stem('local')).not.toBe(stem('location'))
    expect(stem('string')).not.toBe(stem('str'))
  })

  it('leave stop words out, join “roll back”, and take compounds whole and in parts', () => {
    expect(termsOf('How do I roll back?')).toEqual(['rollback'])
    expect(termsOf("What's on_disconnect?")).toEqual(['on_disconnect', 'disconnect'])
  })
})

describe('an excerpt', () => {
  const code = '```js\na()\n\nb()\n```'
  const text = ['First words.', 'Second words.', code, 'Last words about lamps.'].join('\n\n')

  it('is the whole text when it fits', () => {
    expect(excerpt(text, 'lamps', 1000)).toBe(text)
  })

  it('begins where the question is answered, when that is far down', () => {
    expect(excerpt(text, 'lamps', 30)).toBe('…\n\nLast words about lamps.')
  })

  it('never cuts a block of code', () => {
    expect(excerpt(text, 'first', 50)).toBe(`First words.\n\nSecond words.\n\n${code}\n\n…`)
    expect(excerpt(text, 'first', 40)).toBe('First words.\n\nSecond words.\n\n…')
  })
})
