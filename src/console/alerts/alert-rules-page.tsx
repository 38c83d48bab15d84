import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import type { AlertRule } from '../../contract/alerts/rules.ts'
import {
  alertChannelList,
  alertRuleList,
  alertRulesPage,
} from '../../contract/pages/alert-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { failsUnread, useApi } from '../api.tsx'
import { useEdited } from '../forms/use-edited.ts'
import { actionsColumn, type Column } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { kindLabel, ruleFigures, ruleScope } from './alert-words.ts'
import { RuleMenu } from './rule-menu.tsx'

export const handle = {
  useTitle: () => 'Rules',
  to: paths.alertRules,
  firstReads: alertRulesPage,
} satisfies PageHandle

const RuleDialog = lazyPart(() => import('./rule-dialog.tsx').then((code) => code.RuleDialog))
const SilenceDialog = lazyPart(() =>
  import('./silence-dialog.tsx').then((code) => code.SilenceDialog),
)

const filters = [{ name: 'name', label: 'Filter by name' }]

/** What is watched, from where on it is an alert, and whom that is told. */
export function Component() {
  const api = useApi()
  const url = useUrlFilters()
  const refusal = useRefusal('admin')
  const [silenced, setSilenced] = useState<AlertRule | null>(null)
  const list = useQuery({ ...readQuery(api, alertRuleList), ...failsUnread })
  const { edited, edit, make, close } = useEdited(list.data, ({ id }) => id)
  const channels = useQuery(readQuery(api, alertChannelList)).data ?? []
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const shown = filteredRows(list.data ?? [], url, ({ name }) => [name])
  const add = (
    <Button variant="primary" disabledReason={refusal} onClick={make}>
      New rule
    </Button>
  )
  return (
    <>
      <ListPage
        noun={['rule', 'rules']}
        url={url}
        filters={list.data && list.data.length > 0 ? filters : []}
        searched="the name"
        action={add}
        total={list.data?.length}
        shown={shown.length}
        read={list}
        empty={
          <EmptyState title="No rules yet" icon={<Bell aria-hidden size={24} strokeWidth={1.5} />}>
            A rule says what is watched and to which channels it is told: failed rollouts, failing
            or slow runs, bad votes, a connection that does not answer, a full disk.{' '}
            <DocLink page="operators-guide" section="alerts">
              What rules watch
            </DocLink>
          </EmptyState>
        }
      >
        <ListTable
          label="Rules"
          columns={columnsFor(names, edit, setSilenced)}
          rows={shown}
          keyOf={({ id }) => id}
        />
      </ListPage>
      {edited && <RuleDialog rule={edited.object} isGone={edited.isGone} onClose={close} />}
      {silenced && <SilenceDialog ruleId={silenced.id} onClose={() => setSilenced(null)} />}
    </>
  )
}

/** @param names of the channels, by their ids */
const columnsFor = (
  names: ReadonlyMap<string, string>,
  onEdit: (rule: AlertRule) => void,
  onSilence: (rule: AlertRule) => void,
): readonly Column<AlertRule>[] => [
  {
    head: 'Name',
    cellClass: 'max-w-60 max-[599px]:max-w-[44vw]',
    cell: (rule) => (
      <>
        <span className="block truncate font-semibold" title={rule.name}>
          {rule.name}
        </span>
        <span className="block truncate text-ink-3 text-sm min-[700px]:hidden">
          {kindLabel(rule.kind)} {ruleFigures(rule)}
        </span>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ is_on, open_events }) =>
      open_events > 0 ? (
        <StatusPill tone="bad">{open_events} on now</StatusPill>
      ) : (
        <StatusPill tone={is_on ? 'ok' : 'idle'}>{is_on ? 'Watches' : 'Off'}</StatusPill>
      ),
  },
  {
    head: 'Watches for',
    className: 'max-[699px]:hidden',
    cell: (rule) => (
      <>
        {kindLabel(rule.kind)} <span className="text-ink-2">{ruleFigures(rule)}</span>
      </>
    ),
  },
  {
    head: 'About',
    className: 'max-[899px]:hidden',
    cellClass: 'text-ink-2',
    cell: ruleScope,
  },
  {
    head: 'Channels',
    className: 'max-[899px]:hidden',
    cellClass: 'max-w-56 truncate text-ink-2',
    titleOf: ({ channel_ids }) => channel_ids.map((id) => names.get(id) ?? id).join(', '),
    cell: ({ channel_ids }) =>
      channel_ids.map((id) => names.get(id) ?? '…').join(', ') || 'none: history only',
  },
  actionsColumn((rule) => (
    <RuleMenu rule={rule} onEdit={() => onEdit(rule)} onSilence={() => onSilence(rule)} />
  )),
]
