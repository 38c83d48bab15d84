import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { PageTitle } from '../../ui/page/page-header.tsx'
import type { Doc } from '../objects/docs/docs.ts'
import { docNamed } from '../objects/docs/docs.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { NotFoundPage } from '../shell/page/problem-page.tsx'
import { useParam } from '../shell/page/use-param.ts'
import { DocText } from './doc-text.tsx'
import { neighbours } from './docs-contents.ts'

export const handle = {
  useTitle: ({ docId }) => docNamed(docId ?? '')?.title ?? 'Not found',
} satisfies PageHandle

/** One page of the docs. */
export function Component() {
  const doc = docNamed(useParam('docId'))
  if (!doc) return <NotFoundPage detail="The docs have no page of this name." />
  return <Page doc={doc} />
}

function Page({ doc }: { doc: Doc }) {
  useShownSection()
  const [title, ...sections] = doc.sections
  const chapters = sections.filter(({ depth }) => depth === 2)
  const { before, after } = neighbours(doc.id)
  return (
    <article className="max-w-[760px] text-base leading-6">
      <PageTitle>{doc.title}</PageTitle>
      {chapters.length > 2 && (
        <nav aria-label="On this page" className="mt-3 mb-5 border-s-2 ps-3 text-md print:hidden">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {chapters.map(({ slug, title }) => (
              <li key={slug}>
                <Link
                  to={paths.doc(doc.id, slug)}
                  className="rounded-sm text-ink-2 no-underline hover:text-ink hover:underline"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {title && <DocText page={doc.id} title={doc.title} text={title.text} />}
      {sections.map(({ slug, depth, title, text }) => {
        const Heading = depth === 2 ? 'h2' : 'h3'
        return (
          <section key={slug}>
            <Heading
              id={slug}
              tabIndex={-1}
              className={`mt-7 mb-2 scroll-mt-16 font-semibold focus-visible:outline-none ${depth === 2 ? 'text-lg' : 'text-base'}`}
            >
              {title}
            </Heading>
            <DocText page={doc.id} title={title} text={text} />
          </section>
        )
      })}
      <nav
        aria-label="Next to this page"
        className="mt-10 flex flex-wrap justify-between gap-3 border-t pt-4 text-md print:hidden"
      >
        {before ? <Neighbour doc={before} words="Before" /> : <span />}
        {after && <Neighbour doc={after} words="Next" />}
      </nav>
    </article>
  )
}

function Neighbour({ doc, words }: { doc: Doc; words: string }) {
  return (
    <Link to={paths.doc(doc.id)} className="rounded-sm text-accent no-underline hover:underline">
      <span className="text-ink-3">{words}: </span>
      {doc.title}
    </Link>
  )
}

/** The section that the address names is shown, and is where reading goes on for those who hear it. */
function useShownSection() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    if (hash === '') return
    const heading = document.getElementById(decodedOf(hash.slice(1)))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [hash, key])
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
