import { useApi } from '../../../api.tsx'
import { MakeCaseDialog } from './make-case-dialog.tsx'

type MakeCaseAtCheckpointProps = {
  deploymentId: string
  /** The state at a checkpoint, and the run that made it. */
  at: { thread_id: string; checkpoint_id: string; run_id: string | null; values: unknown }
  onClose: () => void
}

/** Makes a case that begins as a thread was at a checkpoint. What is said then is written here. */
export function MakeCaseAtCheckpoint({ deploymentId, at, onClose }: MakeCaseAtCheckpointProps) {
  const { connection } = useApi()
  const { thread_id, checkpoint_id, run_id } = at
  const isRecord = typeof at.values === 'object' && at.values !== null && !Array.isArray(at.values)
  const values = isRecord ? (at.values as Record<string, unknown>) : {}
  return (
    <MakeCaseDialog
      text=""
      before={{ values, checkpoint_id }}
      beginsWords="Begin as the thread was at this checkpoint"
      origin={{
        connection_id: connection.id,
        deployment_id: deploymentId,
        thread_id,
        ...(run_id && { run_id }),
      }}
      onClose={onClose}
    />
  )
}
