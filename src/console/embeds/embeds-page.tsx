import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { listEmbeds } from '../../contract/embeds.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { query, useApi } from '../api.tsx'
import { openRow, walkRows } from '../list-rows.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page-handle.ts'

export const handle = {
  useTitle: () => 'Embeds',
  to: paths.embeds,
  section: 'embeds',
} satisfies PageHandle

/** The chats that stand on other people's pages. */
export function Component() {
  const { data: embeds } = useSuspenseQuery(query(useApi().gateway, listEmbeds))
  const navigate = useNavigate()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="grow font-title text-xl tracking-[-0.015em]">Embeds</h1>
        <Button acts variant="primary" className="h-8" render={<Link to={paths.newEmbed()} />}>
          New embed
        </Button>
      </div>
      <Card>
        {embeds.length === 0 ? (
          <EmptyState
            title="No embeds"
            icon={<MessageCircle aria-hidden size={24} strokeWidth={1.5} />}
          >
            An embed puts a deployment’s assistant on any web site with one script tag, without a
            key in the page.
          </EmptyState>
        ) : (
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
                  <Tr
                    key={embed.id}
                    onClick={openRow(() => navigate(to))}
                    className="cursor-pointer"
                  >
                    <Td className="max-w-72 max-[599px]:max-w-[44vw]">
                      <Link
                        to={to}
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
                    <Td className="mono max-w-72 truncate max-[699px]:hidden">
                      {embed.allowed_origins.join(', ') || 'none yet'}
                    </Td>
                    <Td className="mono max-w-48 truncate max-[799px]:hidden">
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
        )}
      </Card>
    </>
  )
}
