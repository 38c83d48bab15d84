import { useQuery } from '@tanstack/react-query'
import type { Session } from '../../../contract/qa/sessions.ts'
import { formatExactTime } from '../../../ui/format/format-time.ts'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import { useApi } from '../../api.tsx'
import { sessionsQuery } from '../../objects/qa/qa-queries.ts'

const none = { value: '', label: 'No earlier session' }

type EarlierChoiceProps = {
  session: Pick<Session, 'session_id' | 'suite_id' | 'created_at'>
  /** The id of the session that is compared with; null for none. */
  value: string | null
  onChoose: (sessionId: string | null) => void
}

/** Chooses an earlier session of the same suite to compare with; nothing while there is none. */
export function EarlierChoice({ session, value, onChoose }: EarlierChoiceProps) {
  const { data = [] } = useQuery(sessionsQuery(useApi(), session.suite_id))
  const earlier = data.filter(
    ({ session_id, created_at, is_hidden }) =>
      !is_hidden &&
      session_id !== session.session_id &&
      Date.parse(created_at) < Date.parse(session.created_at),
  )
  if (earlier.length === 0 && value === null) return null
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="whitespace-nowrap text-ink-2 text-sm">
        Compare with
      </span>
      <span className="min-w-0 max-w-56">
        <SelectMenu
          label="Compare with an earlier session"
          variant="default"
          value={earlier.some(({ session_id }) => session_id === value) ? (value ?? '') : ''}
          options={[
            none,
            ...earlier.map(({ session_id, name, created_at, suite_version }) => ({
              value: session_id,
              label: name,
              description: `${formatExactTime(Date.parse(created_at))} · v${suite_version}`,
            })),
          ]}
          onValueChange={(chosen) => onChoose(chosen || null)}
        />
      </span>
    </span>
  )
}
