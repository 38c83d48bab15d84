import { useState } from 'react'
import {
  type AlertChannel,
  deleteAlertChannel,
  listAlertChannels,
} from '../../contract/alerts/channels.ts'
import { listAlertRules } from '../../contract/alerts/rules.ts'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'

type ChannelMenuProps = {
  channel: AlertChannel
  /** Opens a window that stays open where the channel goes. */
  onEdit: () => void
}

/** What can be done with a channel. */
export function ChannelMenu({ channel, onEdit }: ChannelMenuProps) {
  const { gateway } = useApi()
  const [isDeleting, setIsDeleting] = useState(false)
  const refusal = useRefusal('admin')
  const remove = useCall(gateway, deleteAlertChannel, {
    invalidates: () => [queryKey(gateway, listAlertChannels), queryKey(gateway, listAlertRules)],
  })
  const { items, dialog } = useObjectMenu({
    noun: 'channel',
    id: channel.id,
    ...useGatewayRead()(listAlertChannels.path),
    to: paths.alertChannels(),
    value: channel,
  })
  const { name, id } = channel
  return (
    <span className="flex justify-end">
      <MoreMenu label={`More about ${name}`} isInRow>
        <MenuItem disabledReason={refusal} onSelect={onEdit}>
          Edit channel
        </MenuItem>
        <MenuSeparator />
        {items}
        <MenuSeparator />
        <MenuItem tone="danger" disabledReason={refusal} onSelect={() => setIsDeleting(true)}>
          Delete
        </MenuItem>
      </MoreMenu>
      {dialog}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${name}?`}
        consequence="Rules tell it no more, and what was not sent yet is given up."
        confirmLabel="Delete channel"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { channel_id: id } })
          toast.ok(`Deleted ${name}`)
        }}
      />
    </span>
  )
}
