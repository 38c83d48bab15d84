import type { MouseEvent } from 'react'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'

type RunOfCheckpointsProps = {
  run_id: string
  /** Absent where the list of runs does not hold it any more. */
  record: Run | undefined
  href: string | undefined
  onFollow: (event: MouseEvent, href: string) => void
}

/** Stands above the checkpoints that a run made: which run, of which revision, and what came of it. */
export function RunOfCheckpoints({ run_id, record, href, onFollow }: RunOfCheckpointsProps) {
  const name = `Run ${shortId(run_id)}`
  const facts = [
    record?.revision_id ? `revision ${shortId(record.revision_id)}` : null,
    record ? record.status : 'not in the list of runs',
  ]
  return (
    <li className="flex min-h-[30px] flex-wrap items-center gap-x-2 border-b bg-bg px-1.5 text-ink-2 text-sm">
      {href && record ? (
        <a
          href={href}
          onClick={(event) => onFollow(event, href)}
          className="inline-flex min-h-6 items-center rounded-sm text-accent hover:underline"
        >
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
      <span className="text-ink-3">{facts.filter(Boolean).join(' · ')}</span>
    </li>
  )
}
