import { type DocSection, sectionsOf } from './doc-sections.ts'

/** A page of the docs. */
export interface Doc {
  /** What its address ends with: the name of its file, without `.md`. */
  readonly id: string
  readonly title: string
  readonly sections: readonly DocSection[]
}

const pages = import.meta.glob<string>('/docs/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = import.meta.glob<string>('/docs/scaling/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const images = import.meta.glob<string>('/docs/images/*', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Every page of the repository's docs folder, with the files that they hand out, as they were when this was built. */
export const docs: readonly Doc[] = [
  ...Object.entries(pages).map(([file, text]) => docOf(nameOf(file).replace(/\.md$/, ''), text)),
  ...Object.entries(files).map(([file, text]) => {
    const name = nameOf(file)
    return docOf(
      name,
      `# ${name}\n\n\`\`\`\`${/\.ya?ml$/.test(name) ? 'yaml' : ''}\n${text}\n\`\`\`\``,
    )
  }),
]

/** The page of an address; undefined where there is none. */
export function docNamed(id: string): Doc | undefined {
  return docs.find((doc) => doc.id === id)
}

/** The address of a picture that a page names as `images/chat.png`; null where there is none. */
export function pictureOf(href: string): string | null {
  return images[`/docs/${href}`] ?? null
}

/**
 * Where a link of a page leads within the docs, as `{ id: 'runs', slug: 'checkpoints' }` for `runs.md#checkpoints`;
 * null for what is elsewhere.
 * @param from the id of the page that names it
 */
export function placeOf(from: string, href: string): { id: string; slug: string } | null {
  const [, file = '', slug = ''] = /^([^#]*)(?:#(.*))?$/.exec(href) ?? []
  const id = file === '' ? from : file.replace(/^scaling\//, '').replace(/\.md$/, '')
  return docNamed(id) && !/^\w+:/.test(href) ? { id, slug } : null
}

function docOf(id: string, text: string): Doc {
  const sections = sectionsOf(text)
  return { id, title: sections[0]?.title ?? id, sections }
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
