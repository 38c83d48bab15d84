import type { ReactNode } from 'react'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import type { Api } from '../../api.tsx'
import type { Section } from '../page/page-handle.ts'
import { SideLayout } from './side-layout.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useDeploymentCount } from './use-deployments.ts'

type SideProps = {
  /** Null until the connection is known. */
  api: Api | null
  section: Section | undefined
  connectionMenu: ReactNode
  onShowShortcuts: () => void
  /** A link was followed. */
  onNavigate?: () => void
}

/** The console's navigation: where one is, and where one can go. */
export function Side({ api, section, connectionMenu, onShowShortcuts, onNavigate }: SideProps) {
  return (
    <SideLayout
      section={section}
      connectionMenu={connectionMenu}
      deploymentCount={api && <DeploymentCount api={api} />}
      foot={
        <div className="flex items-center gap-1">
          <button
            type="button"
            onClick={onShowShortcuts}
            className="flex h-[30px] grow cursor-pointer items-center rounded-control px-2 text-left text-ink-3 text-xs transition-colors hover:bg-sunken hover:text-ink"
          >
            <span className="grow">Keyboard shortcuts</span>
            <span aria-hidden>
              <Kbd>?</Kbd>
            </span>
          </button>
          <ThemeMenu />
        </div>
      }
      onNavigate={onNavigate}
    />
  )
}

function DeploymentCount({ api }: { api: Api }) {
  const count = useDeploymentCount(api)
  return (
    count && (
      <span className="ml-auto text-ink-3 text-xs tabular-nums group-aria-[current]:text-ink-2">
        {count}
      </span>
    )
  )
}
