import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { type Embed, listEmbeds } from '../../contract/embeds/embeds.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { query, useApi } from '../api.tsx'
import { FilteredCard } from '../lists/filtered-card.tsx'
import { openRow, walkRows } from '../lists/list-rows.ts'
import { useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'

export const handle = {
  useTitle: () => 'Embeds',
  to: paths.embeds,
  section: 'embeds',
  readAhead: (client, { gateway }) => client.prefetchQuery(query(gateway, listEmbeds)),
} satisfies PageHandle

/** The chats that stand on other people's pages. */
export function Component() {
  const { data: embeds } = useSuspenseQuery(query(useApi().gateway, listEmbeds))
  const url = useUrlFilters()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="grow font-title text-xl tracking-[-0.015em]">Embeds</h1>
        {embeds.length > 0 && (
          <UrlSearch
            url={url}
            name="name"
            label="Filter by name or origin"
            className="max-[599px]:order-1"
          />
        )}
        <Button acts variant="primary" className="h-8" render={<Link to={paths.newEmbed()} />}>
          New embed
        </Button>
      </div>
      <FilteredCard
        url={url}
        entries={embeds}
        noun={['embed', 'embeds']}
        searched="name or allowed origins"
        textsOf={({ name, allowed_origins }) => [name, ...allowed_origins]}
        otherwise={
          <EmptyState
            title="No embeds"
            icon={<MessageCircle aria-hidden size={24} strokeWidth={1.5} />}
          >
            An embed puts a deployment’s assistant on any web site with one script tag, without a
            key in the page.
          </EmptyState>
        }
      >
        {(shown) => <EmbedTable embeds={shown} />}
      </FilteredCard>
    </>
  )
}

function EmbedTable({ embeds }: { embeds: readonly Embed[] }) {
  const navigate = useNavigate()
  return (
    <Table label="Embeds">
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th>State</Th>
          <Th className="max-[699px]:hidden">Allowed origins</Th>
          <Th className="max-[799px]:hidden">Assistant</Th>
          <Th className="max-[599px]:hidden">Updated</Th>
        </Tr>
      </thead>
      <tbody onKeyDown={walkRows('tr')}>
        {embeds.map((embed) => {
          const to = paths.embed(embed.id)
          return (
            <Tr key={embed.id} onClick={openRow(() => navigate(to))} className="cursor-pointer">
              <Td className="max-w-72 max-[599px]:max-w-[44vw]">
                <Link
                  to={to}
                  title={embed.name}
                  className="block truncate rounded-sm font-semibold text-ink no-underline"
                >
                  {embed.name}
                </Link>
              </Td>
              <Td>
                <StatusPill tone={embed.is_enabled ? 'ok' : 'idle'}>
                  {embed.is_enabled ? 'On' : 'Off'}
                </StatusPill>
              </Td>
              <Td
                className="mono max-w-72 truncate max-[699px]:hidden"
                title={embed.allowed_origins.join('\n')}
              >
                {embed.allowed_origins.join(', ') || 'none yet'}
              </Td>
              <Td className="mono max-w-48 truncate max-[799px]:hidden" title={embed.assistant_id}>
                {embed.assistant_id}
              </Td>
              <Td className="text-ink-2 max-[599px]:hidden">
                <RelativeTime value={embed.updated_at} />
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
