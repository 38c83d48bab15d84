import { Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { fillPath } from '../../../contract/endpoint.ts'
import { getSuite, type SuiteSummary } from '../../../contract/qa/suites.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DeleteItem } from '../../../ui/overlay/delete-item.tsx'
import { ConfirmDialog } from '../../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../../ui/overlay/more-menu.tsx'
import { useApi } from '../../api.tsx'
import { useDeletion } from '../../objects/deletions.ts'
import { useGatewayRead, useObjectMenu } from '../../objects/object-menu.tsx'
import { whatSuitesChange } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** What can be done with a suite of the list. */
export function SuiteMenu({ suite }: { suite: SuiteSummary }) {
  const { suite_id, name, case_count } = suite
  const api = useApi()
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = useDeletion('suite', () => whatSuitesChange(api))
  const { items, dialog } = useObjectMenu({
    noun: 'suite',
    id: suite_id,
    ...useGatewayRead()(fillPath(getSuite.path, { suite_id })),
    to: paths.suite(suite_id),
    value: suite,
  })
  const refusal = case_count === 0 ? 'It has no cases yet' : undefined
  const start = <Link to={paths.newQaSession({ suite: suite_id })} />
  return (
    <span className="flex items-center justify-end gap-1.5">
      <Button
        acts
        size="sm"
        className="max-[699px]:hidden"
        render={start}
        disabledReason={refusal}
        aria-label={`Start a session of ${name}`}
      >
        Start a session
      </Button>
      <MoreMenu label={`More about ${name}`} isInRow>
        <MenuItem acts icon={<Play {...iconProps} />} disabledReason={refusal} render={start}>
          Start a session
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
        title="Delete this suite?"
        consequence={`“${name}” goes with its ${case_count} ${case_count === 1 ? 'case' : 'cases'}. Sessions that tried it stay, with their verdicts. For 30 seconds it can be brought back.`}
        confirmLabel="Delete suite"
        onConfirm={() => remove({ id: suite_id, name: `“${name}”` })}
      />
    </span>
  )
}
