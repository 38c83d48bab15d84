import { expect, it } from 'vitest'
import { sharedFiles } from './shared-files.ts'

type Modules = Record<string, { imports?: string[]; size?: number }>

function filesOf(modules: Modules, pages: readonly (readonly string[])[], late: string[] = []) {
  const graph = {
    importsOf: (id: string) => modules[id]?.imports ?? [],
    sizeOf: (id: string) => modules[id]?.size ?? 1_000,
  }
  return Object.fromEntries(sharedFiles(graph, { entry: 'main', pages, starts: new Map(), late }))
}

const large = 1_000_000

it('puts what the entry needs into one file, and leaves a page what it alone needs', () => {
  const files = filesOf(
    { main: { imports: ['shell'] }, shell: { imports: ['link'] }, a: { imports: ['own', 'link'] } },
    [['a'], ['b']],
  )
  expect(files).toEqual({ shell: 'parts', link: 'parts' })
})

it('gives what a few pages share a file of its own, where it is large', () => {
  const files = filesOf(
    {
      a: { imports: ['form'] },
      b: { imports: ['form', 'chart'] },
      c: { imports: ['chart'] },
      form: { size: large },
      chart: { size: large },
    },
    [['a'], ['b'], ['c'], ['d']],
  )
  expect(new Set(Object.values(files)).size).toBe(2)
  expect(files.form).not.toBe(files.chart)
})

it('puts small things together, with what comes anyhow where most pages need them', () => {
  const all = ['a', 'b', 'c', 'd']
  const files = filesOf(
    {
      ...Object.fromEntries(all.map((page) => [page, { imports: ['card'] }])),
      a: { imports: ['card', 'row', 'cell'] },
      b: { imports: ['card', 'row'] },
      c: { imports: ['card', 'cell'] },
      row: { size: 20_000 },
      cell: { size: 20_000 },
    },
    all.map((page) => [page]),
  )
  expect(files.card).toBe('parts')
  expect(files.row).toBe(files.cell)
})

it('fetches nothing large for a page because of something small', () => {
  // Together they would save a request, and bring every page of `word` the form too.
  const files = filesOf(
    {
      a: { imports: ['field'] },
      b: { imports: ['field', 'word'] },
      c: { imports: ['word'] },
      field: { imports: ['form'], size: 10 },
      word: { size: 10 },
      form: { size: large },
    },
    [['a'], ['b'], ['c'], ['d'], ['e']],
  )
  expect(files.field).toBe(files.form)
  expect(files.word).not.toBe(files.form)
})

it('names a file so that it comes after what it imports', () => {
  const files = filesOf(
    {
      a: { imports: ['form'] },
      b: { imports: ['form'] },
      c: { imports: ['text'] },
      form: { imports: ['text'], size: large },
      text: { size: large },
    },
    [['a'], ['b'], ['c'], ['d']],
  )
  expect((files.text ?? '') < (files.form ?? '')).toBe(true)
})

it('gives what a page shares with something opened later one file, and a page its layout', () => {
  const files = filesOf(
    {
      layout: { imports: ['tabs'] },
      dialog: { imports: ['field', 'hint'] },
      a: { imports: ['field', 'hint'] },
      tabs: { size: large },
    },
    [['a'], ['layout', 'b'], ['layout', 'c']],
    ['a', 'b', 'c', 'layout', 'dialog'],
  )
  expect(files.field).toBe(files.hint)
  expect(files.tabs).toMatch(/^shared-/)
  expect(files).not.toHaveProperty('layout')
})
