import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { connectionBase } from '../../../contract/pages/connection-address.ts'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'
import { useApi } from '../../api.tsx'
import { useIsReviewer } from '../../shell/reviewer/use-is-reviewer.ts'

type TargetLinkProps = {
  target: Pick<NamedTarget, 'connection_id'>
  /** A path of the console, as on a page of the target's connection. */
  to: string
  title?: string
  children: ReactNode
}

const linkClass =
  'inline-flex min-h-6 items-center rounded-sm text-accent underline decoration-transparent underline-offset-2 hover:decoration-current'

/** A link to something of a target, which may be of another connection than the page. */
export function TargetLink({ target, to, title, children }: TargetLinkProps) {
  const { connection, gateway } = useApi()
  // It leads to what reviewers may not open.
  if (useIsReviewer()) return <span title={title}>{children}</span>
  return target.connection_id === connection.id ? (
    <Link to={to} title={title} className={linkClass}>
      {children}
    </Link>
  ) : (
    <a
      href={`${gateway.baseUrl}${connectionBase(target.connection_id)}${to}`}
      title={title}
      className={linkClass}
    >
      {children}
    </a>
  )
}
