import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { BookOpen } from 'lucide-react'
import { useDeferredValue } from 'react'
import { paths } from '../../paths.ts'
import { PaletteItem, paletteIcon } from './palette-item.tsx'

const leastLetters = 3
const mostFound = 6

/** The docs are loaded when something is typed that may be in them. */
const loadDocs = async () => {
  const [{ docs }, { findInDocs }] = await Promise.all([
    import('../../objects/docs/docs.ts'),
    import('../../objects/docs/find-in-docs.ts'),
  ])
  return (text: string) => findInDocs(docs, text, 'headings')
}

type PaletteDocsProps = { search: string; go: (to: string) => void }

/** Pages of the docs and their chapters, by title and heading, and the way to whatever else they say. */
export function PaletteDocs({ search, go }: PaletteDocsProps) {
  const text = useDeferredValue(search.trim())
  const isAsked = text.length >= leastLetters
  const { data: find } = useQuery({
    queryKey: ['docs'],
    queryFn: loadDocs,
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const found = (isAsked && find?.(text).slice(0, mostFound)) || []
  if (found.length === 0) return null
  return (
    <Command.Group heading="Docs" forceMount>
      {found.map(({ doc, section }) => (
        <PaletteItem
          key={`${doc.id}#${section.slug}`}
          value={`docs ${section.depth > 1 ? 'section' : 'page'} ${doc.id} ${section.slug}`}
          also={[doc.title]}
          isFound
          icon={<BookOpen {...paletteIcon} />}
          note={section.depth > 1 ? doc.title : 'page'}
          onSelect={() => go(paths.doc(doc.id, section.depth > 1 ? section.slug : undefined))}
        >
          {section.title}
        </PaletteItem>
      ))}
      <PaletteItem
        value="docs search"
        isFound
        icon={<BookOpen {...paletteIcon} />}
        onSelect={() => go(paths.docs(text))}
      >
        {`Search the docs for “${text}”`}
      </PaletteItem>
    </Command.Group>
  )
}
