import type { ReactNode } from 'react'
import { StateDiff } from '../../../chat/inspector/state/state-diff.tsx'
import { ShortId } from '../../../ui/format/short-id.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { JsonView } from '../../../ui/page/json-view.tsx'
import { Note } from '../../../ui/page/note.tsx'
import type { RollbackCheck } from './rollback-check.ts'

type RolledBackProps = { check: RollbackCheck | Error; action: ReactNode }

/** After a rollback: that the run is gone, and the thread's state before and after, compared. */
export function RolledBack({ check, action }: RolledBackProps) {
  return (
    <>
      <h1 className="sr-only">Run</h1>
      <EmptyState title="This run is gone" action={action}>
        It was rolled back: the run and the checkpoints that it made are deleted. Reading the run
        answers 404.
      </EmptyState>
      {check instanceof Error ? (
        <Note tone="warn" title="The state could not be compared">
          {check.message}
        </Note>
      ) : (
        <Proof check={check} />
      )}
    </>
  )
}

function Proof({ check }: { check: RollbackCheck }) {
  const { before, after, proof, isSameCheckpoint } = check
  return (
    <div className="grid gap-4">
      <Verdict check={check} />
      {proof === 'different' && !isSameCheckpoint && (
        <Card>
          <CardHeader title="What differs" />
          <CardBody>
            <StateDiff
              before={shownOf(before)}
              after={shownOf(after)}
              label="the state before the run and after the rollback"
            />
          </CardBody>
        </Card>
      )}
      <div className="grid items-start gap-4 min-[900px]:grid-cols-2">
        <Side title="Before the run" state={before} label="state before the run" />
        <Side title="After the rollback" state={after} label="state after the rollback" />
      </div>
    </div>
  )
}

function Verdict({ check }: { check: RollbackCheck }) {
  if (check.proof === 'same') {
    return (
      <Note tone="info" title="The state is as it was before the run">
        The thread’s values and what comes next were read before the rollback and again after it:
        they are alike.
      </Note>
    )
  }
  if (check.proof === 'unknown') {
    return (
      <Note tone="warn" title="It cannot be told whether the state is as before">
        The state before the run is too far back in the thread’s history to be read.
      </Note>
    )
  }
  if (check.isSameCheckpoint) {
    return (
      <Note tone="info" title="The state is as it was before the run">
        The thread is at the checkpoint that it had before. Its values are shown in two ways below,
        since the run was of another graph, which knows other fields.
      </Note>
    )
  }
  return (
    <Note tone="warn" title="The state is not as it was before the run">
      {check.writtenBy ? (
        <>
          Another run has written to the thread since: <ShortId id={check.writtenBy} noun="run" />
        </>
      ) : (
        'No other run is known to have written to the thread since.'
      )}
    </Note>
  )
}

type SideProps = { title: string; state: RollbackCheck['before']; label: string }

function Side({ title, state, label }: SideProps) {
  const checkpoint = state?.checkpoint?.checkpoint_id
  return (
    <Card>
      <CardHeader
        title={title}
        detail={checkpoint && <ShortId id={checkpoint} noun="checkpoint" />}
      />
      <CardBody>
        {state ? (
          <JsonView value={shownOf(state)} label={label} openDepth={4} />
        ) : (
          <p className="text-ink-2">It is not known.</p>
        )}
      </CardBody>
    </Card>
  )
}

/** What is compared of a state. */
function shownOf(state: RollbackCheck['before']) {
  return state && { values: state.values ?? {}, next: state.next }
}
