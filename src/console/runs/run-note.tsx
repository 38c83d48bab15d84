import { isActive, isHeld, type Run } from '../../contract/agent-server/runs.ts'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { endReason } from '../objects/run-status.tsx'

/**
 * What a list says of a run beside its status: of an active one whether it ends with a connection, of another why it
 * ended. How many listen is not said: they come and go without a word, and at other processes.
 */
export function RunNote({ run, className }: { run: Run; className: string }) {
  if (!isActive(run)) {
    const why = run.error ?? endReason(run)
    return why ? <Note className={cx(className, 'text-ink-2')}>{why}</Note> : null
  }
  // Other servers do not tell.
  const isBound = run.listeners?.some((one) => one.cancels_on_disconnect)
  const bound = isBound ? 'cancels on disconnect' : null
  if (isHeld(run)) {
    return (
      <Note
        className={cx(className, 'text-ink-2')}
        title="It starts when its thread asks nothing more"
      >
        {bound ? `held, ${bound}` : 'held'}
      </Note>
    )
  }
  if (run.status === 'pending' && run.scheduled_at) {
    return (
      <span className={cx(className, 'text-ink-2')}>
        starts <RelativeTime value={run.scheduled_at} />
        {bound && `, ${bound}`}
      </span>
    )
  }
  return bound && <Note className={cx(className, 'text-warn')}>{bound}</Note>
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
