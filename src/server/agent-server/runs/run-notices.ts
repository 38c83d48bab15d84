import { asError } from '../../as-error.ts'
import type { Notice } from '../../cluster/notices.ts'
import { dropDeployment } from '../remove-deployment.ts'
import type { RunEngine } from '../run-engine.ts'

/** What this process does about what the others tell it. What it misses, polling finds. */
export function hearNotices(engine: RunEngine): (notice: Notice) => void {
  return (notice) => {
    const done = act(engine, notice)
    done?.catch((error: unknown) => engine.report(asError(error)))
  }
}

function act(engine: RunEngine, notice: Notice): Promise<void> | undefined {
  const { attempts, logs, queue, remote, threads, graphCalls } = engine
  switch (notice.kind) {
    case 'kick':
      queue.take()
      return undefined
    case 'created':
      threads.notifyHere(notice.thread_id)
      return undefined
    case 'stop':
      attempts.stop(notice.run_id)
      return undefined
    case 'follow':
      return attempts.get(notice.run_id) ? logs.store(notice.run_id) : undefined
    case 'events':
      return remote.onEvents(notice.run_id)
    case 'ended':
      return remote.onEnded(notice.run_id)
    case 'asked':
    case 'answered':
      return graphCalls.onNotice(notice)
    case 'removed':
      return dropDeployment(engine, notice.deployment_id)
    case 'rollouts':
    case 'changed':
      return undefined
  }
}
