import { useState } from 'react'
import { listAlertEvents } from '../../contract/alerts/events.ts'
import {
  type AlertRule,
  deleteAlertRule,
  listAlertRules,
  patchAlertRule,
} from '../../contract/alerts/rules.ts'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'

type RuleMenuProps = {
  rule: AlertRule
  /** Both open a window that stays open where the rule goes. */
  onEdit: () => void
  onSilence: () => void
}

/** What can be done with a rule. */
export function RuleMenu({ rule, onEdit, onSilence }: RuleMenuProps) {
  const { gateway } = useApi()
  const [isDeleting, setIsDeleting] = useState(false)
  const refusal = useRefusal('admin')
  const invalidates = () => [queryKey(gateway, listAlertRules), queryKey(gateway, listAlertEvents)]
  const patch = useCall(gateway, patchAlertRule, { invalidates })
  const remove = useCall(gateway, deleteAlertRule, { invalidates })
  const { items, dialog } = useObjectMenu({
    noun: 'rule',
    id: rule.id,
    ...useGatewayRead()(listAlertRules.path),
    to: paths.alertRules(),
    value: rule,
  })
  const params = { rule_id: rule.id }
  const turn = () =>
    patch.mutate(
      { params, body: { is_on: !rule.is_on } },
      {
        onSuccess: ({ is_on, name }) => toast.ok(`${name} is ${is_on ? 'on' : 'off'}`),
        onError: ({ message }) => toast.bad('Not changed', { description: message }),
      },
    )
  return (
    <span className="flex justify-end">
      <MoreMenu label={`More about ${rule.name}`} isInRow>
        <MenuItem disabledReason={refusal} onSelect={onEdit}>
          Edit rule
        </MenuItem>
        <MenuItem disabledReason={refusal} onSelect={turn}>
          {rule.is_on ? 'Turn off' : 'Turn on'}
        </MenuItem>
        <MenuItem disabledReason={useRefusal('operator')} onSelect={onSilence}>
          Silence
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
        title={`Delete ${rule.name}?`}
        consequence="What it found has ended then, and stays in the history."
        confirmLabel="Delete rule"
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          toast.ok(`Deleted ${rule.name}`)
        }}
      />
    </span>
  )
}
