/** A heading of a page of the docs with what stands below it, up to the next one. */
export interface DocSection {
  readonly title: string
  /** 1 for the page's own title. */
  readonly depth: number
  /** What leads to it in an address, as repositories show it. */
  readonly slug: string
  /** Markdown, without the heading. */
  readonly text: string
}

/** A page's sections, in its order. Lines within a block of code are no headings. */
export function sectionsOf(markdown: string): readonly DocSection[] {
  const found: { title: string; depth: number; lines: string[] }[] = []
  let fence: string | null = null
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null
    const heading = fence === null ? /^(#{1,6}) +(.+?) *#*$/.exec(line) : null
    if (heading) {
      const [, marks = '', title = ''] = heading
      found.push({ title: plain(title), depth: marks.length, lines: [] })
    } else found.at(-1)?.lines.push(line)
  }
  const times = new Map<string, number>()
  return found.map(({ title, depth, lines }) => {
    const base = slugOf(title)
    const before = times.get(base) ?? 0
    times.set(base, before + 1)
    const slug = before === 0 ? base : `${base}-${before}`
    return { title, depth, slug, text: lines.join('\n').trim() }
  })
}

/** “What's in `x.json`?” as `whats-in-xjson`. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** A line of markdown as it is read: the words of links, nothing of the marks. */
export function plain(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
}
