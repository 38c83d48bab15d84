import type { ReactNode } from 'react'
import type { Session } from '../../../contract/qa/sessions.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { statusLooks } from '../session-words.ts'
import { counted } from './figures.ts'
import { targetNames } from './target-names.ts'

type ResultsHeaderProps = { session: Session; children: ReactNode }

/** Which session it is: the suite, who answered, how much was tried. */
export function ResultsHeader({ session, children }: ResultsHeaderProps) {
  const { tone, words } = statusLooks[session.status]
  const names = targetNames(session.targets)
  const size = [
    counted(session.case_count, 'case'),
    ...(names.length > 1 ? [names.length] : []),
    ...(session.repeats > 1 ? [session.repeats] : []),
  ]
  return (
    <PageHeader
      title={session.name}
      beside={
        <>
          <span className="text-ink-2">v{session.suite_version}</span>
          <StatusPill tone={tone}>{words}</StatusPill>
        </>
      }
      detail={
        <div className="mt-0.5 break-words text-ink-2">
          {/* The candidate is what it is about. */}
          {[...names].reverse().map(({ role, whole }, index) => (
            <span key={role}>
              {index > 0 && ' against '}
              <span className="mono">{whole}</span>
            </span>
          ))}
          {names.length > 0 && ' · '}
          <span className="tabular-nums">{size.join(' × ')}</span>
          {session.closed_at && (
            <>
              {' · closed '}
              <RelativeTime value={session.closed_at} />
            </>
          )}
        </div>
      }
    >
      <div className="flex flex-wrap items-center gap-2 print:hidden">{children}</div>
    </PageHeader>
  )
}
