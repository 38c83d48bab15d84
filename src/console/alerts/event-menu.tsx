import { useState } from 'react'
import { type AlertEvent, listAlertEvents } from '../../contract/alerts/events.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'

const SilenceDialog = lazyPart(() =>
  import('./silence-dialog.tsx').then((code) => code.SilenceDialog),
)

/** What can be done about an event: see to it that nobody is told of the like for a while. */
export function EventMenu({ event }: { event: AlertEvent }) {
  const [isSilencing, setIsSilencing] = useState(false)
  const refusal = useRefusal('operator')
  const { items, dialog } = useObjectMenu({
    noun: 'event',
    id: event.id,
    ...useGatewayRead()(listAlertEvents.path),
    to: paths.alerts(),
    value: event,
  })
  return (
    <span className="flex justify-end">
      <MoreMenu label={`More about ${event.title}`} isInRow>
        <MenuItem disabledReason={refusal} onSelect={() => setIsSilencing(true)}>
          Silence
        </MenuItem>
        <MenuSeparator />
        {items}
      </MoreMenu>
      {dialog}
      {isSilencing && (
        <SilenceDialog
          ruleId={event.rule_id}
          deploymentId={event.deployment_id}
          onClose={() => setIsSilencing(false)}
        />
      )}
    </span>
  )
}
