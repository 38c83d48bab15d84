import type { Preview } from '../../../contract/control-plane/previews.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'

const looks = {
  running: { tone: 'ok', word: 'Up' },
  starting: { tone: 'run', word: 'Starting' },
  resting: { tone: 'idle', word: 'Resting' },
} as const

/** Whether a preview has a process, and until when. */
export function PreviewState({ preview }: { preview: Preview }) {
  const { tone, word } = looks[preview.state]
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusPill tone={tone}>{word}</StatusPill>
      <span className="text-ink-2 text-sm">
        {preview.state === 'resting' ? (
          'starts when it is asked'
        ) : (
          <>
            used <RelativeTime value={preview.used_at ?? ''} />, ends when idle
          </>
        )}
      </span>
    </span>
  )
}
