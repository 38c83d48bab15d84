import { useSuspenseQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Assistant } from '../../contract/agent-server/assistants.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SearchInput } from '../../ui/controls/search-input.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { useApi } from '../api.tsx'
import { openRow, walkRows } from '../lists/list-rows.ts'
import { useUrlFilters } from '../lists/url-filters.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { assistantsQuery, isFromStart, mostAssistants } from './queries.ts'

export const handle = {
  useTitle: () => 'Assistants',
  readAhead: (client, api, { deploymentId = '' }) =>
    client.prefetchQuery(assistantsQuery(api, deploymentId)),
} satisfies PageHandle

const AssistantDialog = lazyPart(() =>
  import('./assistant-dialog.tsx').then((code) => code.AssistantDialog),
)

/** The assistants of a deployment: one for each graph from the start, and those made of them. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { data: assistants } = useSuspenseQuery(assistantsQuery(useApi(), deploymentId))
  const filters = useUrlFilters()
  const [isMaking, setIsMaking] = useState(false)
  const name = filters.get('name') ?? ''
  const shown = assistants.filter((assistant) =>
    `${assistant.name ?? ''} ${assistant.graph_id}`.toLowerCase().includes(name.toLowerCase()),
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          label="Filter by name or graph"
          value={name}
          onValueChange={(value) => filters.set('name', value || null)}
        />
        <span className="text-ink-3 text-sm">
          {shown.length < assistants.length && `${shown.length} of `}
          {assistants.length}
          {assistants.length === mostAssistants && '+'}{' '}
          {assistants.length === 1 ? 'assistant' : 'assistants'}
        </span>
        <span className="grow" />
        <Button acts onClick={() => setIsMaking(true)}>
          New assistant
        </Button>
      </div>
      <Card>
        {shown.length === 0 ? (
          <EmptyState
            icon={<Bot aria-hidden size={24} strokeWidth={1.5} />}
            title={assistants.length === 0 ? 'No assistants' : 'No assistant matches'}
            action={
              name && <Button onClick={() => filters.set('name', null)}>Clear the filter</Button>
            }
          >
            {name && 'No name and no graph holds this text.'}
          </EmptyState>
        ) : (
          <AssistantTable deploymentId={deploymentId} assistants={shown} />
        )}
      </Card>
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

type AssistantTableProps = { deploymentId: string; assistants: readonly Assistant[] }

function AssistantTable({ deploymentId, assistants }: AssistantTableProps) {
  const navigate = useNavigate()
  return (
    <Table label="Assistants">
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th>Graph</Th>
          <Th className="max-[599px]:hidden">Version</Th>
          <Th className="max-[799px]:hidden">ID</Th>
          <Th className="max-[599px]:hidden">Updated</Th>
        </Tr>
      </thead>
      <tbody onKeyDown={walkRows('tr')}>
        {assistants.map((assistant) => {
          const to = paths.assistant(deploymentId, assistant.assistant_id)
          return (
            <Tr
              key={assistant.assistant_id}
              onClick={openRow(() => void navigate(to))}
              className="cursor-pointer"
            >
              <Td className="max-w-72 max-[599px]:max-w-[44vw]">
                <Link
                  to={to}
                  title={assistant.name || assistant.graph_id}
                  className="block truncate rounded-sm font-semibold no-underline"
                >
                  {assistant.name || assistant.graph_id}
                </Link>
              </Td>
              <Td className="mono max-w-48 truncate">
                {assistant.graph_id}
                {isFromStart(assistant) && <span className="ml-2 font-ui text-ink-3">its own</span>}
              </Td>
              <Td className="tabular-nums max-[599px]:hidden">{assistant.version ?? '—'}</Td>
              <Td className="mono text-ink-3 max-[799px]:hidden" title={assistant.assistant_id}>
                {shortId(assistant.assistant_id)}
              </Td>
              <Td className="text-ink-2 max-[599px]:hidden">
                <RelativeTime value={assistant.updated_at} />
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
