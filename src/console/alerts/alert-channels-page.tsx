import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { AlertChannel } from '../../contract/alerts/channels.ts'
import { alertChannelList, alertChannelsPage } from '../../contract/pages/alert-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { failsUnread, useApi } from '../api.tsx'
import { useEdited } from '../forms/use-edited.ts'
import { actionsColumn, type Column, timeColumn } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { channelKindLabel } from './alert-words.ts'
import { ChannelMenu } from './channel-menu.tsx'
import { TestChannel } from './test-channel.tsx'

export const handle = {
  useTitle: () => 'Channels',
  to: paths.alertChannels,
  firstReads: alertChannelsPage,
} satisfies PageHandle

const ChannelDialog = lazyPart(() =>
  import('./channel-dialog.tsx').then((code) => code.ChannelDialog),
)
const filters = [{ name: 'name', label: 'Filter by name' }]

const columnsFor = (onEdit: (channel: AlertChannel) => void): readonly Column<AlertChannel>[] => [
  {
    head: 'Name',
    cellClass: 'max-w-60 max-[599px]:max-w-[38vw]',
    cell: (channel) => (
      <>
        <span className="block truncate font-semibold" title={channel.name}>
          {channel.name}
        </span>
        <span className="block truncate text-ink-3 text-sm min-[700px]:hidden">
          {channelKindLabel(channel.kind)}
        </span>
      </>
    ),
  },
  {
    head: 'Kind',
    className: 'max-[699px]:hidden',
    cellClass: 'text-ink-2',
    cell: ({ kind }) => channelKindLabel(kind),
  },
  {
    head: 'Leads to',
    className: 'max-[899px]:hidden',
    cellClass: 'mono max-w-72 truncate',
    titleOf: ({ leads_to, to }) => [leads_to, ...(to ?? [])].join('\n'),
    cell: ({ leads_to, to }) => (to ? `${to.join(', ')} by ${leads_to}` : leads_to),
  },
  timeColumn('Updated', ({ updated_at }) => updated_at),
  {
    head: 'Test',
    headCell: <span className="sr-only">Test</span>,
    cellClass: 'text-right',
    cell: (channel) => <TestChannel channel={channel} />,
  },
  actionsColumn((channel) => <ChannelMenu channel={channel} onEdit={() => onEdit(channel)} />),
]

/** Where alerts go. What is secret of a channel stays on the server. */
export function Component() {
  const api = useApi()
  const url = useUrlFilters()
  const refusal = useRefusal('admin')
  const list = useQuery({ ...readQuery(api, alertChannelList), ...failsUnread })
  const { edited, edit, make, close } = useEdited(list.data, ({ id }) => id)
  const shown = filteredRows(list.data ?? [], url, ({ name, leads_to }) => [name, leads_to])
  return (
    <>
      <ListPage
        noun={['channel', 'channels']}
        url={url}
        filters={list.data && list.data.length > 0 ? filters : []}
        searched="the name or where it leads"
        action={
          <Button variant="primary" disabledReason={refusal} onClick={make}>
            New channel
          </Button>
        }
        total={list.data?.length}
        shown={shown.length}
        read={list}
        empty={
          <EmptyState
            title="No channels yet"
            icon={<Send aria-hidden size={24} strokeWidth={1.5} />}
          >
            A channel is where alerts go: a webhook, a channel of Slack or of what is compatible
            with it, or e-mail by your mail server.{' '}
            <DocLink page="operators-guide" section="what-a-channel-gets">
              What a channel gets
            </DocLink>
          </EmptyState>
        }
      >
        <ListTable
          label="Channels"
          columns={columnsFor(edit)}
          rows={shown}
          keyOf={({ id }) => id}
        />
      </ListPage>
      {edited && <ChannelDialog channel={edited.object} isGone={edited.isGone} onClose={close} />}
    </>
  )
}
