import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAttemptEvents } from '../../../../contract/qa/attempts.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { JsonView } from '../../../../ui/page/json-view.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { query, useApi } from '../../../api.tsx'

type AttemptEventsProps = { sessionId: string; attemptId: string }

/** What its runs told, as it came, read when it is asked for: it may be long. */
export function AttemptEvents({ sessionId, attemptId }: AttemptEventsProps) {
  const { gateway } = useApi()
  const [isAsked, setIsAsked] = useState(false)
  const params = { session_id: sessionId, attempt_id: attemptId }
  const { data, error } = useQuery({
    ...query(gateway, getAttemptEvents, { params }),
    enabled: isAsked,
  })
  if (!isAsked) {
    return (
      <Button size="sm" onClick={() => setIsAsked(true)}>
        Show the events
      </Button>
    )
  }
  if (error) {
    return (
      <Note tone="bad" title="The events could not be read">
        {error.message}
      </Note>
    )
  }
  if (!data) return <Skeleton label="Loading the events" lines={4} />
  if (data.events.length === 0) return <p className="text-ink-2">None were kept.</p>
  return <JsonView value={data.events} label="events" hasSearch />
}
