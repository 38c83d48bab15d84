import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { ConnectionCard } from './navigation/connection-card.tsx'
import { SideLayout } from './navigation/side-layout.tsx'
import { PageSkeleton } from './page/page-skeleton.tsx'
import { ShellLayout } from './shell-layout.tsx'

/**
 * What the shell draws before it knows anything, as text: the build puts it into the page, so that it is painted
 * before the scripts are there. Nothing in it can be used.
 */
export function firstFrame(): string {
  return renderToStaticMarkup(
    <div id="frame" inert aria-hidden>
      <MemoryRouter>
        <ShellLayout
          side={<SideLayout connectionMenu={<ConnectionCard name="Connecting…" address="" />} />}
        >
          <PageSkeleton />
        </ShellLayout>
      </MemoryRouter>
    </div>,
  )
}
