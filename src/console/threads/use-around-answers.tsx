import { ListPlus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useHref } from 'react-router-dom'
import type { RunSession } from '../../chat/session/session-types.ts'
import type { AroundAnswers } from '../../chat/view/turn-view.tsx'
import { searchesAll } from '../../contract/gateway/connections.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useApi } from '../api.tsx'
import { elsewhereRefusal } from '../objects/run-again/run-again.ts'
import { useRunAgain } from '../objects/run-again/use-run-again.ts'
import { paths } from '../paths.ts'
import { RevisionRetries } from './revision-retries.tsx'

// Their code comes with the first one that is opened.
const MakeCaseOfRun = lazyPart(() =>
  import('../objects/qa/make-case/make-case-of-run.tsx').then((code) => code.MakeCaseOfRun),
)
const TargetChoice = lazyPart(() =>
  import('../objects/run-again/target-choice.tsx').then((code) => code.TargetChoice),
)

/** What a thread's page offers under each answer, and the windows that it opens. */
export function useAroundAnswers(deploymentId: string, session: RunSession) {
  const [asked, setAsked] = useState<{ what: 'case' | 'revision'; run_id: string } | null>(null)
  const close = () => setAsked(null)
  const again = useRunAgain(deploymentId, (made) =>
    paths.thread(made.deploymentId, made.thread_id, made.run_id),
  )
  const runAgain = useRef(again.run)
  runAgain.current = again.run
  const hasRevisions = searchesAll(useApi().connection)
  const root = useHref('/').replace(/\/$/, '')
  const around = useMemo<AroundAnswers>(() => {
    const threadId = () => session.getSnapshot().thread_id ?? ''
    return {
      acts: (run_id) => (
        <IconButton
          acts
          size="sm"
          label="Make a case"
          onClick={() => setAsked({ what: 'case', run_id })}
        >
          <ListPlus aria-hidden size={14} strokeWidth={1.8} />
        </IconButton>
      ),
      href: (run_id) =>
        new URL(root + paths.thread(deploymentId, threadId(), run_id), location.href).href,
      retries: (run_id) =>
        hasRevisions && (
          <RevisionRetries
            deploymentId={deploymentId}
            refusal={refusalOf(session, run_id)}
            onRetry={(target) => void runAgain.current({ thread_id: threadId(), run_id }, target)}
            onChooseOther={() => setAsked({ what: 'revision', run_id })}
          />
        ),
    }
  }, [deploymentId, session, root, hasRevisions])
  const place = asked && { thread_id: session.getSnapshot().thread_id ?? '', run_id: asked.run_id }
  const windows = place && (
    <>
      {asked.what === 'case' && (
        <MakeCaseOfRun
          deploymentId={deploymentId}
          threadId={place.thread_id}
          runId={place.run_id}
          onClose={close}
        />
      )}
      {asked.what === 'revision' && (
        <TargetChoice
          deploymentId={deploymentId}
          assistantId={null}
          revisionRefusal={refusalOf(session, asked.run_id)}
          isOfRevisions
          onClose={close}
          onChoose={(target) => {
            close()
            void again.run(place, target)
          }}
        />
      )}
    </>
  )
  return { around, windows }
}

function refusalOf(session: RunSession, run_id: string): string | null {
  const run = session.getSnapshot().records.find((record) => record.run_id === run_id)
  return run ? elsewhereRefusal(run) : 'The run is not known yet'
}
