import { useEffect } from 'react'
import { Link, useMatches } from 'react-router-dom'
import { useApi } from '../../api.tsx'
import { type PageMatch, pageMatches } from './page-handle.ts'

/** Where the reader is, outermost first, and the same as the document's title. */
export function Breadcrumbs() {
  const matches = pageMatches(useMatches()).filter(({ handle }) => handle.useTitle)
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-ink-3">
        <Crumbs matches={matches} titles={[]} />
      </ol>
    </nav>
  )
}

/** One crumb, then the rest: each match has its own component, so that each may use hooks for its name. */
function Crumbs({ matches, titles }: { matches: PageMatch[]; titles: string[] }) {
  const [match, ...rest] = matches
  if (!match) return <DocumentTitle parts={titles} />
  return <Crumb key={match.id} match={match} rest={rest} titles={titles} />
}

type CrumbProps = { match: PageMatch; rest: PageMatch[]; titles: string[] }

function Crumb({ match, rest, titles }: CrumbProps) {
  const title = match.handle.useTitle?.(match.params) ?? null
  const name = title || '…'
  const isLast = rest.length === 0
  const onNarrow = narrowClass(rest)
  return (
    <>
      <li
        // What leads here stays readable beside a long name: names of a thread are whole sentences.
        className={
          // No room is kept that a short name does not fill: what follows would stand apart.
          isLast
            ? 'min-w-16 shrink-[99] truncate'
            : `max-w-60 truncate ${name.length < 6 ? 'flex-none' : 'min-w-6'} ${onNarrow}`
        }
      >
        {isLast ? (
          <span aria-current="page" className="font-strong text-ink">
            {name}
          </span>
        ) : (
          <Link
            to={match.handle.to?.(match.params) ?? match.pathname}
            className="rounded-sm hover:text-ink"
          >
            {name}
          </Link>
        )}
      </li>
      {!isLast && (
        <li aria-hidden className={onNarrow}>
          /
        </li>
      )}
      <Crumbs matches={rest} titles={title ? [title, ...titles] : titles} />
    </>
  )
}

/** The way up is all that there is room for on narrow screens beside the page's own name. */
function narrowClass([next, ...rest]: PageMatch[]): string {
  if (rest.length === 0) return 'max-[899px]:max-w-28'
  return rest.length === 1 && next?.handle.needsParent
    ? 'max-[899px]:max-w-20'
    : 'max-[899px]:hidden'
}

/**
 * The page, the server it is of, and the product. By hand: the page has a title element already, and browsers go by
 * the first.
 */
function DocumentTitle({ parts }: { parts: string[] }) {
  const { connection } = useApi()
  const title = [...parts, connection.name, 'Quarterdeck'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
