import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { embedList, embedsPage } from '../../contract/pages/embed-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { useApi } from '../api.tsx'
import { type Column, linkColumn, timeColumn } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'

export const handle = {
  useTitle: () => 'Embeds',
  to: paths.embeds,
  section: 'embeds',
  firstReads: embedsPage,
} satisfies PageHandle

const filters = [{ name: 'name', label: 'Filter by name or origin' }]

const columns: readonly Column<Embed>[] = [
  linkColumn(
    'Name',
    ({ name }) => name,
    ({ id }) => paths.embed(id),
  ),
  {
    head: 'State',
    cell: ({ is_enabled: isOn }) => (
      <StatusPill tone={isOn ? 'ok' : 'idle'}>{isOn ? 'On' : 'Off'}</StatusPill>
    ),
  },
  {
    head: 'Allowed origins',
    className: 'max-[699px]:hidden',
    cellClass: 'mono max-w-72 truncate',
    titleOf: ({ allowed_origins }) => allowed_origins.join('\n'),
    cell: ({ allowed_origins }) => allowed_origins.join(', ') || 'none yet',
  },
  {
    head: 'Assistant',
    className: 'max-[799px]:hidden',
    cellClass: 'mono max-w-48 truncate',
    titleOf: ({ assistant_id }) => assistant_id,
    cell: ({ assistant_id }) => assistant_id,
  },
  timeColumn('Updated', ({ updated_at }) => updated_at),
]

/** The chats that stand on other people's pages. */
export function Component() {
  const { data: embeds } = useSuspenseQuery(readQuery(useApi(), embedList))
  const url = useUrlFilters()
  const shown = filteredRows(embeds, url, ({ name, allowed_origins }) => [name, ...allowed_origins])
  return (
    <ListPage
      title="Embeds"
      noun={['embed', 'embeds']}
      url={url}
      filters={embeds.length > 0 ? filters : []}
      searched="the name or allowed origins"
      action={
        <Button acts variant="primary" render={<Link to={paths.newEmbed()} />}>
          New embed
        </Button>
      }
      total={embeds.length}
      shown={shown.length}
      empty={
        <EmptyState
          title="No embeds"
          icon={<MessageCircle aria-hidden size={24} strokeWidth={1.5} />}
        >
          An embed puts a deployment’s assistant on any web site with one script tag, without a key
          in the page.{' '}
          <DocLink page="embedding" section="set-one-up">
            Set one up
          </DocLink>
        </EmptyState>
      }
    >
      <ListTable label="Embeds" columns={columns} rows={shown} keyOf={({ id }) => id} rowsLead />
    </ListPage>
  )
}
