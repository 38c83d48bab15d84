import { useSuspenseQuery } from '@tanstack/react-query'
import { listAlertEvents } from '../../contract/alerts/events.ts'
import {
  type AlertSilence,
  deleteAlertSilence,
  listAlertSilences,
} from '../../contract/alerts/silences.ts'
import { alertSilenceList } from '../../contract/pages/alert-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { readQuery } from '../reads.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'

/** What is silenced now; nothing where nothing is. */
export function SilencesCard() {
  const api = useApi()
  const { gateway } = api
  const refusal = useRefusal('operator')
  // Read before anything is drawn: it stands above the list, which would be pushed down.
  const { data } = useSuspenseQuery(readQuery(api, alertSilenceList))
  const end = useCall(gateway, deleteAlertSilence, {
    invalidates: () => [queryKey(gateway, listAlertSilences), queryKey(gateway, listAlertEvents)],
  })
  if (data.length === 0) return null
  return (
    <div className="mb-5">
      <Card>
        <CardHeader title="Silenced" />
        <ul className="divide-y">
          {data.map((silence) => (
            <li
              key={silence.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5"
            >
              <span className="min-w-0 grow wrap-anywhere">
                <span className="font-semibold">{scopeText(silence)}</span>
                {silence.reason && <span className="text-ink-2"> · {silence.reason}</span>}
                <span className="block text-ink-3 text-sm">
                  ends <RelativeTime value={silence.until} />
                  {silence.created_by && `, by ${silence.created_by}`}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={`End the silence of ${scopeText(silence)}`}
                disabledReason={refusal}
                isPending={end.isPending && end.variables?.params?.silence_id === silence.id}
                onClick={() =>
                  end.mutate(
                    { params: { silence_id: silence.id } },
                    { onError: ({ message }) => toast.bad('Not ended', { description: message }) },
                  )
                }
              >
                End now
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function scopeText({ rule_id, rule_name, deployment_id, deployment_name }: AlertSilence): string {
  const rule = rule_id === null ? 'Every rule' : (rule_name ?? 'A rule')
  if (deployment_id === null) return rule
  return `${rule} at ${deployment_name ?? 'a deployment that is gone'}`
}
