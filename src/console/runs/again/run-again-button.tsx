import { Play } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { SplitButton } from '../../../ui/overlay/split-button.tsx'
import { usePreviewTargets } from '../../objects/run-again/again-targets.ts'
import {
  type AgainTarget,
  againRefusal,
  elsewhereRefusal,
} from '../../objects/run-again/run-again.ts'
import { useRunAgain } from '../../objects/run-again/use-run-again.ts'
import type { Beginning } from '../../objects/run-history/run-history.ts'
import { paths } from '../../paths.ts'
import { plainKey } from '../../shell/keys/plain-key.ts'
import { usePageKeys } from '../../shell/keys/use-page-keys.ts'
import { useMayAct } from '../verdict/use-may-act.ts'

const TargetChoice = lazyPart(() =>
  import('../../objects/run-again/target-choice.tsx').then((code) => code.TargetChoice),
)

type RunAgainButtonProps = {
  deploymentId: string
  run: Run
  beginning: Beginning | undefined
}

/** Runs the run again on the same target (`R`), a preview, or any other revision or assistant. */
export function RunAgainButton({ deploymentId, run, beginning }: RunAgainButtonProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { here, previews, hasRevisions } = usePreviewTargets(deploymentId)
  const again = useRunAgain(deploymentId, (made) =>
    paths.run(made.deploymentId, made.thread_id, made.run_id),
  )
  const refusal = againRefusal(run, beginning) ?? undefined
  const revisionRefusal = elsewhereRefusal(run)
  const mayAct = useMayAct() && !refusal
  const start = (target: AgainTarget) => void again.run(run, target)
  usePageKeys(
    (event) => (plainKey(event) === 'r' ? 'again' : null),
    () => mayAct && start({ to: 'same' }),
  )
  return (
    <>
      <SplitButton
        acts
        variant="primary"
        aria-keyshortcuts="r"
        isPending={again.isPending}
        disabledReason={refusal}
        onClick={() => start({ to: 'same' })}
        menuLabel="Run again on…"
        menu={
          <>
            <MenuItem
              acts
              disabledReason={refusal}
              description={here ? `${shortId(here)}, as it is now (R)` : 'As it is now (R)'}
              onSelect={() => start({ to: 'same' })}
            >
              Same target
            </MenuItem>
            {previews.map(({ revision_id, deployment_id }) => (
              <MenuItem
                acts
                key={revision_id}
                disabledReason={refusal ?? revisionRefusal ?? undefined}
                description="Without traffic"
                onSelect={() => start({ to: 'revision', deployment_id, revision_id })}
              >
                Revision {shortId(revision_id)}
              </MenuItem>
            ))}
            <MenuItem acts disabledReason={refusal} onSelect={() => setIsChoosing(true)}>
              {hasRevisions ? 'Another revision or assistant…' : 'Another assistant…'}
            </MenuItem>
            <MenuSeparator />
            <span className="block max-w-64 px-2 py-1 text-ink-2 text-sm">
              On a copy of the thread, from the checkpoint before this run.
            </span>
          </>
        }
      >
        {!again.isPending && <Play aria-hidden size={14} strokeWidth={1.8} />} Run again
      </SplitButton>
      {isChoosing && (
        <TargetChoice
          deploymentId={deploymentId}
          assistantId={run.assistant_id}
          revisionRefusal={revisionRefusal}
          onClose={() => setIsChoosing(false)}
          onChoose={(target) => {
            setIsChoosing(false)
            start(target)
          }}
        />
      )}
    </>
  )
}
