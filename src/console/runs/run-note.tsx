import { isActive, isHeld, type Run } from '../../contract/agent-server/runs.ts'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { endReason } from '../objects/run-status.tsx'

/** What a list says of a run beside its status: of an active one who listens to it, of another why it ended. */
export function RunNote({ run, className }: { run: Run; className: string }) {
  if (!isActive(run)) {
    const why = run.error ?? endReason(run)
    return why ? <Note className={cx(className, 'text-ink-2')}>{why}</Note> : null
  }
  // Other servers do not tell.
  const { listeners } = run
  const isBound = listeners?.some((one) => one.cancels_on_disconnect) ?? false
  const heard = listeners && listenersText(listeners.length, isBound)
  if (isHeld(run)) {
    return (
      <Note
        className={cx(className, 'text-ink-2')}
        title="It starts when its thread asks nothing more"
      >
        {heard ? `held, ${heard}` : 'held'}
      </Note>
    )
  }
  if (run.status === 'pending' && run.scheduled_at) {
    return (
      <span className={cx(className, 'text-ink-2')}>
        starts <RelativeTime value={run.scheduled_at} />
        {heard && `, ${heard}`}
      </span>
    )
  }
  return heard ? (
    <Note className={cx(className, isBound ? 'text-warn' : 'text-ink-2')}>{heard}</Note>
  ) : null
}

/** The whole text, which may be cut off, on hover. */
function Note(props: { className: string; children: string; title?: string }) {
  const { className, children, title = children } = props
  return (
    <span className={className} title={title}>
      {children}
    </span>
  )
}

function listenersText(count: number, isBound: boolean): string {
  const who = count === 0 ? 'no listener' : count === 1 ? '1 listener' : `${count} listeners`
  return isBound ? `${who}, cancels on disconnect` : who
}
