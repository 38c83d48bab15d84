import { expect, it } from 'vitest'
import { sourcesOf } from './sources.ts'

const href = 'https://example.com/tides'
const from = (field: string, ...list: unknown[]) => [{ type: 'text', text: 'High.', [field]: list }]

it.each([
  ['annotations', { type: 'citation', url: href, title: 'Tides', cited_text: 'High' }],
  ['annotations', { type: 'url_citation', url: href, title: 'Tides', start_index: 0 }],
  ['annotations', { type: 'url_citation', url_citation: { url: href, title: 'Tides' } }],
  ['citations', { type: 'web_search_result_location', url: href, title: 'Tides' }],
  ['citations', { type: 'search_result_location', source: href, title: 'Tides' }],
])('33.1.3: reads sources of the web in %s: %j', (field, cited) => {
  expect(sourcesOf(from(field, cited))).toEqual([{ title: 'Tides', href }])
})

it.each([
  ['annotations', { type: 'file_citation', file_id: 'f1', filename: 'tides.pdf' }],
  ['citations', { type: 'page_location', document_title: 'tides.pdf', start_page_number: 2 }],
])('33.1.3: reads documents in %s: %j', (field, cited) => {
  expect(sourcesOf(from(field, cited))).toEqual([{ title: 'tides.pdf', href: null }])
})

it('33.1.3: tells each once, by its host where it has no title, and none that says nothing', () => {
  const content = [
    ...from('annotations', { url: href }, { url: href, title: 'Again' }, null, {
      type: 'file_path',
    }),
    { type: 'text', text: 'And low.', citations: [{ url: 'javascript:alert(1)', title: 'Bad' }] },
    'plain',
    { type: 'image', annotations: [{ url: href }] },
  ]
  expect(sourcesOf(content)).toEqual([
    { title: 'example.com', href },
    { title: 'Bad', href: null },
  ])
  expect(sourcesOf('text')).toEqual([])
})
