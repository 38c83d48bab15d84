/** What an answer refers to: its name, and where it is on the web; null for a document of the agent's own. */
export interface Source {
  readonly title: string
  readonly href: string | null
}

/**
 * The sources that the texts of a message's content cite, each once, in the order in which they are cited. Reads the
 * shapes of the common providers: `annotations` (`citation`, `url_citation`, `file_citation`) and `citations`
 * (`web_search_result_location`, `page_location`, `search_result_location` and others).
 */
export function sourcesOf(content: unknown): readonly Source[] {
  if (!Array.isArray(content)) return []
  const found = new Map<string, Source>()
  for (const part of content) {
    for (const cited of citedIn(part)) {
      const source = sourceOf(cited)
      const key = source && (source.href ?? source.title)
      if (key && !found.has(key)) found.set(key, source)
    }
  }
  return [...found.values()]
}

function citedIn(part: unknown): unknown[] {
  const { text, annotations, citations } = fieldsOf(part)
  if (typeof text !== 'string') return []
  return [annotations, citations].flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
}

function sourceOf(cited: unknown): Source | null {
  const fields = fieldsOf(cited)
  const inner = { ...fields, ...fieldsOf(fields.url_citation), ...fieldsOf(fields.file_citation) }
  const href = webAddress(inner.url) ?? webAddress(inner.source)
  const title = [inner.title, inner.document_title, inner.filename, inner.source].find(isWords)
  if (isWords(title)) return { title: title.trim(), href }
  return href === null ? null : { title: new URL(href).hostname, href }
}

function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

const isWords = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== ''

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
