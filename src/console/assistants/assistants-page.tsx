import { useSuspenseQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import type { Assistant } from '../../contract/agent-server/assistants.ts'
import { assistantsPage, mostAssistants } from '../../contract/pages/assistant-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useApi } from '../api.tsx'
import { type Column, linkColumn, timeColumn } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { assistantsQuery, isFromStart } from './queries.ts'

export const handle = {
  useTitle: () => 'Assistants',
  firstReads: assistantsPage,
} satisfies PageHandle

const AssistantDialog = lazyPart(() =>
  import('./assistant-dialog.tsx').then((code) => code.AssistantDialog),
)

const filters = [{ name: 'name', label: 'Filter by name or graph' }]

const columnsFor = (deploymentId: string): readonly Column<Assistant>[] => [
  linkColumn(
    'Name',
    ({ name, graph_id }) => name || graph_id,
    ({ assistant_id }) => paths.assistant(deploymentId, assistant_id),
  ),
  {
    head: 'Graph',
    cellClass: 'mono max-w-48 truncate',
    cell: (assistant) => (
      <>
        {assistant.graph_id}
        {isFromStart(assistant) && <span className="ml-2 font-ui text-ink-3">its own</span>}
      </>
    ),
  },
  {
    head: 'Version',
    className: 'max-[599px]:hidden',
    cellClass: 'tabular-nums',
    cell: ({ version }) => version ?? '—',
  },
  {
    head: 'ID',
    className: 'max-[799px]:hidden',
    cellClass: 'mono text-ink-3',
    titleOf: ({ assistant_id }) => assistant_id,
    cell: ({ assistant_id }) => shortId(assistant_id),
  },
  timeColumn('Updated', ({ updated_at }) => updated_at),
]

/** The assistants of a deployment: one for each graph from the start, and those made of them. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { data: assistants } = useSuspenseQuery(assistantsQuery(useApi(), deploymentId))
  const url = useUrlFilters()
  const [isMaking, setIsMaking] = useState(false)
  const shown = filteredRows(assistants, url, ({ name, graph_id }) => [name ?? '', graph_id])
  const isCut = assistants.length === mostAssistants
  return (
    <>
      <ListPage
        noun={['assistant', 'assistants']}
        url={url}
        filters={filters}
        searched="the name or graph"
        action={
          <Button acts onClick={() => setIsMaking(true)}>
            New assistant
          </Button>
        }
        total={assistants.length}
        shown={shown.length}
        {...(isCut && { count: `${shown.length} of ${assistants.length}+ assistants` })}
        empty={
          <EmptyState
            icon={<Bot aria-hidden size={24} strokeWidth={1.5} />}
            title="No assistants"
          />
        }
      >
        <ListTable
          label="Assistants"
          columns={columnsFor(deploymentId)}
          rows={shown}
          keyOf={({ assistant_id }) => assistant_id}
          rowsLead
        />
      </ListPage>
      {isMaking && (
        <AssistantDialog
          deploymentId={deploymentId}
          graphs={[...new Set(assistants.map(({ graph_id }) => graph_id))]}
          onClose={() => setIsMaking(false)}
        />
      )}
    </>
  )
}
