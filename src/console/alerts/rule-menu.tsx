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
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'

const RuleDialog = lazyPart(() => import('./rule-dialog.tsx').then((code) => code.RuleDialog))
const SilenceDialog = lazyPart(() =>
  import('./silence-dialog.tsx').then((code) => code.SilenceDialog),
)

/** What can be done with a rule. */
export function RuleMenu({ rule }: { rule: AlertRule }) {
  const { gateway } = useApi()
  const [asking, setAsking] = useState<'edit' | 'silence' | 'delete' | null>(null)
  const close = () => setAsking(null)
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
        <MenuItem disabledReason={refusal} onSelect={() => setAsking('edit')}>
          Edit rule
        </MenuItem>
        <MenuItem disabledReason={refusal} onSelect={turn}>
          {rule.is_on ? 'Turn off' : 'Turn on'}
        </MenuItem>
        <MenuItem disabledReason={useRefusal('operator')} onSelect={() => setAsking('silence')}>
          Silence
        </MenuItem>
        <MenuSeparator />
        {items}
        <MenuSeparator />
        <MenuItem tone="danger" disabledReason={refusal} onSelect={() => setAsking('delete')}>
          Delete
        </MenuItem>
      </MoreMenu>
      {dialog}
      {asking === 'edit' && <RuleDialog rule={rule} onClose={close} />}
      {asking === 'silence' && <SilenceDialog ruleId={rule.id} onClose={close} />}
      <ConfirmDialog
        isOpen={asking === 'delete'}
        onClose={close}
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
