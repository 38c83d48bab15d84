import { Pause, Pencil, Play, Zap } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  type Cron,
  deleteCron,
  patchCron,
  searchCrons,
  startCronRun,
} from '../../contract/agent-server/crons.ts'
import { DeleteItem } from '../../ui/overlay/delete-item.tsx'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useApi, useCall } from '../api.tsx'
import { useAgentUrl, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { whatCronsChange } from './queries.ts'

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

type ScheduleMenuProps = {
  cron: Cron
  deploymentId: string
  /** The schedule in words. */
  name: string
  /** Opens a window that stays open where the schedule goes. */
  onEdit: () => void
}

/** What can be done with a schedule. Servers that tell no last run cannot start one by hand. */
export function ScheduleMenu({ cron, deploymentId, name, onEdit }: ScheduleMenuProps) {
  const api = useApi()
  const agent = api.agent(deploymentId)
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const invalidates = () => whatCronsChange(api, deploymentId)
  const start = useCall(agent, startCronRun, { invalidates })
  const patch = useCall(agent, patchCron, { invalidates })
  const remove = useCall(agent, deleteCron, { invalidates })
  const params = { cron_id: cron.cron_id }
  const isPaused = cron.enabled === false
  const { items, dialog } = useObjectMenu({
    noun: 'schedule',
    id: cron.cron_id,
    url: useAgentUrl(deploymentId)(searchCrons.path),
    to: paths.deploymentSchedules(deploymentId),
    value: cron,
  })
  const onError = (error: Error) => toast.bad(error.message)
  const runNow = () =>
    start.mutate(
      { params },
      {
        onError,
        onSuccess: ({ thread_id, run_id }) =>
          cron.thread_id || cron.on_run_completed === 'keep'
            ? void navigate(paths.run(deploymentId, thread_id, run_id))
            : toast.ok('Started a run. It goes with its thread when it has ended.'),
      },
    )
  const setEnabled = (enabled: boolean) =>
    patch.mutate(
      { params, body: { enabled } },
      { onError, onSuccess: () => toast.ok(enabled ? 'Goes on with the next tick' : 'Paused') },
    )
  return (
    <span className="flex justify-end">
      <MoreMenu label={`More about ${name}`} isInRow>
        {cron.last_run_date !== undefined && (
          <MenuItem acts icon={<Zap {...iconProps} />} onSelect={runNow}>
            Run now
          </MenuItem>
        )}
        <MenuItem
          acts
          icon={isPaused ? <Play {...iconProps} /> : <Pause {...iconProps} />}
          onSelect={() => setEnabled(isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </MenuItem>
        <MenuItem acts icon={<Pencil {...iconProps} />} onSelect={onEdit}>
          Edit…
        </MenuItem>
        <MenuSeparator />
        {items}
        <MenuSeparator />
        <DeleteItem acts onSelect={() => setIsDeleting(true)} />
      </MoreMenu>
      {dialog}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title="Delete this schedule?"
        consequence={`“${name}” starts no more runs. Those that it has started stay, also the one that works now.`}
        confirmLabel="Delete schedule"
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          toast.ok('Deleted the schedule')
        }}
      />
    </span>
  )
}
