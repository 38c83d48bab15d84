import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import type { Api } from '../../api.tsx'
import { paths } from '../../paths.ts'
import type { Section } from './sections.ts'
import { SideLayout, type SideNotes } from './side-layout.tsx'
import { SideNote } from './side-note.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useDeploymentCount } from './use-deployments.ts'

type SideProps = {
  /** Null until the connection is known. */
  api: Api | null
  section: Section | undefined
  connectionMenu: ReactNode
  isForReviewer: boolean
  /** The page lies over it, so that nothing is read for it. */
  isCovered: boolean
  /** Beside entries, once they are known. */
  notes: SideNotes
  onShowShortcuts: () => void
  /** A link was followed. */
  onNavigate?: () => void
}

/** The console's navigation: where one is, and where one can go. */
export function Side(props: SideProps) {
  const { api, section, connectionMenu, isForReviewer, isCovered, notes } = props
  const { onShowShortcuts, onNavigate } = props
  return (
    <SideLayout
      section={section}
      connectionMenu={connectionMenu}
      isForReviewer={isForReviewer}
      notes={
        api && !isForReviewer && !isCovered
          ? { deployments: <DeploymentCount api={api} />, ...notes }
          : {}
      }
      foot={
        <div className="flex items-center gap-1">
          <button
            type="button"
            aria-label="Keyboard shortcuts"
            onClick={onShowShortcuts}
            className="flex h-[30px] grow cursor-pointer items-center rounded-control px-2 text-left text-ink-3 text-xs transition-colors hover:bg-sunken hover:text-ink"
          >
            <span className="grow">Shortcuts</span>
            <span aria-hidden>
              <Kbd>?</Kbd>
            </span>
          </button>
          <nav aria-label="Help">
            <Link
              to={paths.docs()}
              onClick={onNavigate}
              className="rounded-control px-2 py-1 text-ink-3 text-xs hover:text-ink"
            >
              Docs
            </Link>
          </nav>
          <ThemeMenu />
        </div>
      }
      onNavigate={onNavigate}
    />
  )
}

function DeploymentCount({ api }: { api: Api }) {
  const { count, unwell } = useDeploymentCount(api)
  return (
    count && (
      <SideNote>
        {unwell > 0 && (
          <span className="rounded-full bg-bad-soft px-1.5 font-medium text-bad">
            {unwell}
            <span className="sr-only"> not healthy, of</span>
          </span>
        )}
        {count}
      </SideNote>
    )
  )
}
