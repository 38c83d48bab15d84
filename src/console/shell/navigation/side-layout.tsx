import {
  Bell,
  Key,
  LayoutDashboard,
  ListChecks,
  MessageCircle,
  MessageSquare,
  Play,
  Plug,
  Rocket,
  Settings,
  SquareCheck,
  ThumbsUp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Section, sections } from './sections.ts'

/** What stands beside entries, at their ends. */
export type SideNotes = Partial<Record<Section, ReactNode>>

type SideLayoutProps = {
  section?: Section | undefined
  connectionMenu: ReactNode
  /** Only what reviewers may open. */
  isForReviewer?: boolean
  notes?: SideNotes
  /** At the lower end. */
  foot?: ReactNode
  /** A link was followed. */
  onNavigate?: (() => void) | undefined
}

const iconProps = { 'aria-hidden': true, size: 16, strokeWidth: 1.8 } as const

/** Where everything stands in the side. It reads nothing: the first frame is drawn with it too. */
export function SideLayout(props: SideLayoutProps) {
  const { section, connectionMenu, isForReviewer, notes = {}, foot, onNavigate } = props
  const entry = (own: Section, icon: ReactNode) => (
    <Link
      to={sections[own].to}
      onClick={onNavigate}
      aria-current={section === own ? 'true' : undefined}
      className="group flex h-[30px] items-center gap-[9px] rounded-control px-2 text-ink-2 no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-strong aria-[current]:text-ink [&>svg]:text-ink-3 aria-[current]:[&>svg]:text-accent"
    >
      {icon}
      {sections[own].label}
      {notes[own]}
    </Link>
  )
  return (
    <div className="flex min-h-full flex-col gap-0.5 p-2.5">
      {connectionMenu}
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {!isForReviewer && (
          <>
            {entry('overview', <LayoutDashboard {...iconProps} />)}
            {entry('deployments', <Rocket {...iconProps} />)}
            {entry('threads', <MessageSquare {...iconProps} />)}
            {entry('runs', <Play {...iconProps} />)}
            {entry('alerts', <Bell {...iconProps} />)}
            <SideHeading>Verify</SideHeading>
            {entry('suites', <ListChecks {...iconProps} />)}
          </>
        )}
        {entry('qa-sessions', <SquareCheck {...iconProps} />)}
        {!isForReviewer && (
          <>
            {entry('feedback', <ThumbsUp {...iconProps} />)}
            <SideHeading>Configure</SideHeading>
            {entry('oauth-providers', <Key {...iconProps} />)}
            {entry('embeds', <MessageCircle {...iconProps} />)}
            {entry('connections', <Plug {...iconProps} />)}
          </>
        )}
        {entry('settings', <Settings {...iconProps} />)}
      </nav>
      <div className="grow" />
      {foot}
    </div>
  )
}

function SideHeading({ children }: { children: string }) {
  return (
    <h2 className="px-2 pt-3.5 pb-1 font-strong text-ink-3 text-xs tracking-[0.02em]">
      {children}
    </h2>
  )
}
