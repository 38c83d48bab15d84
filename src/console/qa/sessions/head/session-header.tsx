import { EyeOff, Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { PageHeader } from '../../../../ui/page/page-header.tsx'
import { StatusPill } from '../../../../ui/page/status-pill.tsx'
import { paths } from '../../../paths.ts'
import { useIsReviewer } from '../../../shell/reviewer/use-is-reviewer.ts'
import { namesInWords, statusLooks } from '../../session-words.ts'
import { SessionActions } from './session-actions.tsx'
import { WaysOn } from './ways-on.tsx'

const icon = { 'aria-hidden': true, size: 13, strokeWidth: 1.8 } as const

type SessionHeaderProps = {
  session: Session
  failedCount: number | null
}

/** What a session is called, how it stands, and what can be done with it. */
export function SessionHeader({ session, failedCount }: SessionHeaderProps) {
  const { name, suite_id, suite_name, suite_version, is_blind, reviewers } = session
  const { tone, words } = statusLooks[session.status]
  const isReviewer = useIsReviewer()
  const suite = `${suite_name === name ? '' : `${suite_name} `}v${suite_version}`
  return (
    <div className="-mb-4 flex-none">
      <PageHeader
        title={name}
        beside={
          <>
            {isReviewer ? (
              <span className="text-ink-2">{suite}</span>
            ) : (
              <Link
                to={paths.suite(suite_id)}
                className="rounded-sm text-ink-2 no-underline hover:underline"
              >
                {suite}
              </Link>
            )}
            <StatusPill tone={tone}>{words}</StatusPill>
            {(is_blind || reviewers.length > 0) && (
              <StatusPill tone="idle" hasDot={false}>
                {is_blind ? <EyeOff {...icon} /> : <Users {...icon} />}
                <span className="max-w-60 truncate" title={reviewers.join(', ')}>
                  {judgedBy(is_blind, reviewers)}
                </span>
              </StatusPill>
            )}
          </>
        }
      >
        {isReviewer ? (
          <WaysOn session={session} />
        ) : (
          <SessionActions session={session} failedCount={failedCount} />
        )}
      </PageHeader>
    </div>
  )
}

function judgedBy(isBlind: boolean, reviewers: readonly string[]): string {
  const names = namesInWords(reviewers)
  if (isBlind) return names ? `Blind for ${names}` : 'Blind'
  return `Judged by ${names}`
}
