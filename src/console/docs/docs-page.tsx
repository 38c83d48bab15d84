import { useDeferredValue } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { MarkedText } from '../../ui/format/marked-text.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { plain } from '../objects/docs/doc-sections.ts'
import { docs } from '../objects/docs/docs.ts'
import { findInDocs, wordsOf } from '../objects/docs/find-in-docs.ts'
import { paths } from '../paths.ts'
import { contents } from './docs-contents.ts'

const mostShown = 50

/** What there is to read, or where what is looked for is said. */
export function Component() {
  const [params] = useSearchParams()
  const text = useDeferredValue(params.get('q') ?? '')
  return (
    <>
      <PageHeader title="Docs" />
      {text.trim() === '' ? <Overview /> : <Found text={text} />}
    </>
  )
}

function Overview() {
  return (
    <div className="flex flex-col gap-7">
      {contents.map(({ title, docs: group }) => (
        <section key={title}>
          <h2 className="mb-2 font-semibold text-base">{title}</h2>
          <ul className="grid gap-x-8 gap-y-3 min-[700px]:grid-cols-2">
            {group.map((doc) => (
              <li key={doc.id} className="min-w-0">
                <Link
                  to={paths.doc(doc.id)}
                  className="rounded-sm font-medium text-accent no-underline hover:underline"
                >
                  {doc.title}
                </Link>
                <p className="line-clamp-2 text-ink-2">{plain(firstSentence(doc))}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** What the page begins with; of one that begins with a heading, the first paragraph below. */
function firstSentence({ sections }: (typeof docs)[number]): string {
  const paragraph = sections
    .flatMap(({ text }) => text.split(/\n{2,}/))
    .find((part) => /^(?:[\p{L}“"[*]|`[^`])/u.test(part))
  return paragraph ?? ''
}

function Found({ text }: { text: string }) {
  const found = findInDocs(docs, text)
  const words = wordsOf(text)
  if (found.length === 0) {
    return (
      <EmptyState title={`Nothing is said about “${text}”`}>
        Fewer letters find more: parts of words are found as well.
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="mb-3 text-ink-2">
        {found.length === 1 ? 'One section' : `${found.length} sections`}
        {found.length > mostShown && `, of which the best ${mostShown} are shown`}
      </p>
      <ol className="flex flex-col gap-3">
        {found.slice(0, mostShown).map(({ doc, section, excerpt }) => (
          <li key={`${doc.id}#${section.slug}`} className="min-w-0">
            <Link
              to={paths.doc(doc.id, section.depth > 1 ? section.slug : undefined)}
              className="rounded-sm font-medium text-accent no-underline hover:underline"
            >
              {section.depth > 1 ? `${doc.title} › ${section.title}` : doc.title}
            </Link>
            {excerpt && (
              <p className="break-words text-ink-2">
                <MarkedText text={excerpt} words={words} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
