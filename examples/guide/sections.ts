import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** One piece of documentation: what stands under one heading, down to the next. */
export interface Section {
  /** The file, relative to the project's folder: `docs/runs.md`. */
  page: string
  /** The headings that lead here, the page's own title first. */
  headings: string[]
  /** The markdown below the heading, without images and without links to other pages. */
  text: string
}

/**
 * Reads `README.md` and every page below `docs/` of the project in `root` (a folder's address that
 * ends in a slash) and splits them at their headings. What is not there is left out; headings with
 * nothing below them are too.
 */
export function readSections(root: URL): Section[] {
  const docs = new URL('docs/', root)
  const pages = existsSync(docs)
    ? readdirSync(docs, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name.replaceAll('\\', '/')}`)
        .sort()
    : []
  if (existsSync(new URL('README.md', root))) pages.push('README.md')
  return pages.flatMap((page) => splitSections(page, readFileSync(new URL(page, root), 'utf8')))
}

/** Splits one page at its headings. A `#` inside a fenced block of code is no heading. */
export function splitSections(page: string, markdown: string): Section[] {
  const sections: Section[] = []
  let headings: string[] = []
  let lines: string[] = []
  let fence = ''
  const close = () => {
    const text = plainLinks(lines.join('\n')).trim()
    if (text !== '')
      sections.push({ page, headings: headings.length > 0 ? headings : [page], text })
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    const heading = fence === '' ? /^(#{1,6})\s+(.+?)\s*#*$/.exec(line) : null
    if (heading) {
      close()
      const depth = (heading[1] ?? '').length
      headings = [...headings.slice(0, depth - 1), (heading[2] ?? '').replaceAll('`', '')]
      continue
    }
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    lines.push(line)
  }
  close()
  return sections
}

/** In a chat there is nothing that a relative link or an image could point to. */
function plainLinks(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1')
}
