import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastTurnOf } from '../../chat/history/run-last-turn-again.ts'
import type { RunSession, SessionSnapshot } from '../../chat/session/session-types.ts'
import { useSessionWhen } from '../../chat/view/use-session.ts'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import { revisionRead } from '../../contract/pages/deployment-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { useApi } from '../api.tsx'
import { readQuery } from '../reads.ts'

export type FolderNewsProps = {
  deployment: Deployment
  /** Absent where there is no conversation. */
  session?: RunSession
  onRunAgain?: () => Promise<void>
}

/** Why what was saved last in a folder is not live, or that it is and the last turn is older. */
export function FolderNews({ deployment, session, onRunAgain }: FolderNewsProps) {
  if (deployment.latest_revision_status?.endsWith('_FAILED')) {
    return <NotLive deployment={deployment} />
  }
  if (!session || !onRunAgain) return null
  const serving = deployment.active_revision_id
  return <NewerCode session={session} serving={serving} onRunAgain={onRunAgain} />
}

function NotLive({ deployment }: { deployment: Deployment }) {
  const { id, latest_revision_id, active_revision_id } = deployment
  const read = readQuery(useApi(), revisionRead(id, latest_revision_id ?? ''))
  const { data: revision } = useQuery({ ...read, enabled: latest_revision_id !== null })
  // It is announced once, with its reason.
  if (!revision?.status_reason) return null
  return (
    <div className="mx-auto w-full max-w-[740px]">
      <Note tone="bad" title="What was saved last is not live">
        <span className="whitespace-pre-wrap">{revision.status_reason}</span>
        <span className="mt-0.5 block text-ink-2">
          {active_revision_id
            ? 'What worked before goes on answering.'
            : 'Nothing answers yet. Save the folder once it is put right.'}
        </span>
      </Note>
    </div>
  )
}

type NewerCodeProps = {
  session: RunSession
  serving: string | null
  onRunAgain: () => Promise<void>
}

function NewerCode({ session, serving, onRunAgain }: NewerCodeProps) {
  const snapshot = useSessionWhen(session, whatDecides)
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { run } = snapshot
  const ranOn = run?.record?.revision_id
  const isOlder = ranOn && serving && ranOn !== serving && run.outcome !== 'active'
  if (!isOlder || !lastTurnOf(snapshot)) return null
  const again = async () => {
    setIsPending(true)
    setProblem(null)
    await onRunAgain().catch((error: Error) => setProblem(error.message))
    setIsPending(false)
  }
  return (
    <div className="mx-auto w-full max-w-[740px]">
      <Note
        tone="info"
        action={
          <Button acts size="sm" isPending={isPending} onClick={() => void again()}>
            Run last turn again with the new code
          </Button>
        }
      >
        New code is live since this answer.
        {problem && (
          <span role="alert" className="block text-bad">
            {problem}
          </span>
        )}
      </Note>
    </div>
  )
}

function whatDecides({ run, records }: SessionSnapshot): readonly unknown[] {
  return [run, records]
}
