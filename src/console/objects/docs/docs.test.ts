import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sectionsOf } from './doc-sections.ts'
import { docNamed, docs, pictureOf, placeOf } from './docs.ts'
import { findInDocs } from './find-in-docs.ts'

const folder = new URL('../../../../docs/', import.meta.url)
const linkPattern = /(!?)\[[^\]]*\]\(([^)\s]+)\)/g
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`]*`/g, '')

/** Every link of every page, with the page that names it. */
const links = docs.flatMap(({ id, sections }) =>
  sections.flatMap(({ text }) =>
    [...withoutCode(text).matchAll(linkPattern)].map(([, mark, href = '']) => ({
      id,
      href,
      isPicture: mark === '!',
    })),
  ),
)

describe('the docs', () => {
  it('are every page of the folder, each with one title', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
    expect(docs.map(({ id }) => `${id}.md`)).toEqual(expect.arrayContaining(files))
    for (const { id, title, sections } of docs) {
      expect(title, id).toMatch(/^\S/)
      expect(sections.filter(({ depth }) => depth === 1).length, id).toBe(1)
      expect(
        sections.every(({ depth }) => depth <= 3),
        id,
      ).toBe(true)
    }
  })

  it('have a place for every link and picture that is not elsewhere', () => {
    expect(links.length).toBeGreaterThan(40)
    const lost = links.filter(({ id, href, isPicture }) => {
      // Files of the repository that do not ship with the docs are named, not linked.
      if (/^(https?:|\.\.\/)/.test(href)) return false
      if (isPicture) return pictureOf(href) === null
      const place = placeOf(id, href)
      const slugs = docNamed(place?.id ?? '')?.sections.map(({ slug }) => slug) ?? []
      return !place || (place.slug !== '' && !slugs.includes(place.slug))
    })
    expect(lost).toEqual([])
  })

  it('lead nowhere by an address that is no page of theirs', () => {
    for (const href of ['https://example.com/runs.md', '../README.md', 'none.md', 'javascript:x']) {
      expect(placeOf('runs', href), href).toBeNull()
    }
    expect(placeOf('runs', '#checkpoints')).toEqual({ id: 'runs', slug: 'checkpoints' })
    expect(placeOf('scaling', 'scaling/compose.yaml')).toEqual({ id: 'compose.yaml', slug: '' })
  })
})

it('a page falls apart at its headings, not at lines of code that look like one', () => {
  const text =
    '# Title\n\nIntro\n\n## The `x.json` file, twice\n\n```sh\n# no heading\n```\n\n## The `x.json` file, twice\n'
  expect(sectionsOf(text)).toEqual([
    { title: 'Title', depth: 1, slug: 'title', text: 'Intro' },
    {
      title: 'The x.json file, twice',
      depth: 2,
      slug: 'the-xjson-file-twice',
      text: '```sh\n# no heading\n```',
    },
    { title: 'The x.json file, twice', depth: 2, slug: 'the-xjson-file-twice-1', text: '' },
  ])
})

describe('the search', () => {
  const [page] = [
    {
      id: 'runs',
      title: 'Threads and runs',
      sections: sectionsOf(
        '# Threads and runs\n\nAbout.\n\n## Stop a run\n\nIt is kept.\n\n## Others\n\nWho wants to **stop** them, waits.\n',
      ),
    },
  ]
  const titles = (text: string, where?: 'headings') =>
    findInDocs([page], text, where).map(({ section }) => section.title)

  it('finds headings before words, and parts of words', () => {
    expect(titles('stop')).toEqual(['Stop a run', 'Others'])
    expect(titles('STO')).toEqual(['Stop a run', 'Others'])
    expect(titles('stop', 'headings')).toEqual(['Stop a run'])
    expect(titles('threads')).toEqual(['Threads and runs'])
    expect(titles('threads others')).toEqual(['Others'])
    expect(titles('stop nobody')).toEqual([])
    expect(titles('  ')).toEqual([])
  })

  it('33.2.7: a page whose title was typed comes first, then a section that is called so', () => {
    const stop = { id: 'stop', title: 'Stop', sections: sectionsOf('# Stop\n\n## How to\n\n…') }
    const other = { id: 'x', title: 'X', sections: sectionsOf('# X\n\n## Stop now\n\n## Stop\n') }
    const found = findInDocs([page, other, stop], 'stop', 'headings')
    expect(found.map(({ doc, section }) => `${doc.id}: ${section.title}`)).toEqual([
      'stop: Stop',
      'x: Stop',
      'runs: Stop a run',
      'x: Stop now',
    ])
  })

  it('shows the words where they were found, as they are read', () => {
    expect(findInDocs([page], 'waits')[0]?.excerpt).toBe('Who wants to stop them, waits.')
    const long = {
      ...page,
      sections: sectionsOf(`# T\n\n${'word '.repeat(60)}needle ${'word '.repeat(60)}`),
    }
    const excerpt = findInDocs([long], 'needle')[0]?.excerpt ?? ''
    expect(excerpt).toMatch(/^…word .*needle .*…$/)
    expect(excerpt.length).toBeLessThan(200)
  })
})
