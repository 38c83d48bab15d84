import {
  Key,
  MessageCircle,
  MessageSquare,
  Play,
  Plug,
  Rocket,
  Settings,
  ThumbsUp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import type { Api } from '../../api.tsx'
import type { Section } from '../page/page-handle.ts'
import { sections } from './sections.ts'
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

const iconProps = { 'aria-hidden': true, size: 16, strokeWidth: 1.8 } as const

/** The console's navigation: where one is, and where one can go. */
export function Side({ api, section, connectionMenu, onShowShortcuts, onNavigate }: SideProps) {
  const entry = (own: Section, icon: ReactNode, note?: ReactNode) => (
    <Link
      to={sections[own].to}
      onClick={onNavigate}
      aria-current={section === own ? 'true' : undefined}
      className="group flex h-[30px] items-center gap-[9px] rounded-control px-2 text-ink-2 no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-strong aria-[current]:text-ink [&>svg]:text-ink-3 aria-[current]:[&>svg]:text-accent"
    >
      {icon}
      {sections[own].label}
      {note}
    </Link>
  )
  return (
    <div className="flex min-h-full flex-col gap-0.5 p-2.5">
      {connectionMenu}
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {entry('deployments', <Rocket {...iconProps} />, api && <DeploymentCount api={api} />)}
        {entry('threads', <MessageSquare {...iconProps} />)}
        {entry('runs', <Play {...iconProps} />)}
        {entry('feedback', <ThumbsUp {...iconProps} />)}
        <h2 className="px-2 pt-3.5 pb-1 font-strong text-ink-3 text-xs tracking-[0.02em]">
          Configure
        </h2>
        {entry('oauth-providers', <Key {...iconProps} />)}
        {entry('embeds', <MessageCircle {...iconProps} />)}
        {entry('connections', <Plug {...iconProps} />)}
        {entry('settings', <Settings {...iconProps} />)}
      </nav>
      <div className="grow" />
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
    </div>
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
