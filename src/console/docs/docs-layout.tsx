import { useId, useState } from 'react'
import { NavLink, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { SearchInput } from '../../ui/controls/search-input.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { paths } from '../paths.ts'
import { useGateway } from '../shell/gateway-context.ts'
import { PageBoundary } from '../shell/page/page-boundary.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { contents } from './docs-contents.ts'

/** The list of pages stays where it is while one goes from one to the other. */
export const handle = {
  useTitle: () => 'Docs',
  to: () => paths.docs(),
  keeps: () => 'docs',
} satisfies PageHandle

/** What every page of the docs stands beside: the search, and the list of all pages. */
export function Component() {
  const { reachability } = useGateway()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const hasRoom = useMedia('(min-width: 1100px)')
  const kept = params.get('q') ?? ''
  // What is typed shows at once, until the address has followed.
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === kept) setTyped(null)
  const find = (text: string) => {
    setTyped(text)
    void navigate(paths.docs(text), {
      replace: pathname === paths.docs(),
      preventScrollReset: true,
    })
  }
  return (
    <div className="grid gap-x-10 gap-y-4 min-[1100px]:grid-cols-[220px_minmax(0,1fr)]">
      <div className="min-[1100px]:sticky min-[1100px]:top-[70px] min-[1100px]:max-h-[calc(100dvh-90px)] min-[1100px]:self-start min-[1100px]:overflow-y-auto print:hidden">
        <SearchInput
          label="Search the docs"
          value={typed ?? kept}
          onValueChange={find}
          className="mb-3 w-full"
        />
        {hasRoom ? (
          <Pages />
        ) : (
          <details key={pathname}>
            <summary className="w-max cursor-pointer rounded-sm py-1 text-ink-2">All pages</summary>
            <Pages />
          </details>
        )}
      </div>
      <div className="min-w-0">
        <PageBoundary key={pathname} reachability={reachability}>
          <Outlet />
        </PageBoundary>
      </div>
    </div>
  )
}

function Pages() {
  return (
    <nav aria-label="Docs" className="flex flex-col gap-4">
      {contents.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </nav>
  )
}

function Group({ title, docs }: (typeof contents)[number]) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-2 pb-1 font-strong text-ink-3 text-xs tracking-[0.02em]">
        {title}
      </h2>
      <ul>
        {docs.map((doc) => (
          <li key={doc.id}>
            <NavLink
              to={paths.doc(doc.id)}
              className="flex min-h-7 items-center rounded-control px-2 py-1 text-ink-2 no-underline hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:font-strong aria-[current]:text-ink"
            >
              {doc.title}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
