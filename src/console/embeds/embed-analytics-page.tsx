import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { prepareRequest } from '../../client/request.ts'
import { exportEmbedAnalytics, getEmbedAnalytics } from '../../contract/embeds/embed-usage.ts'
import { aboutEmbed, embedRead } from '../../contract/pages/embed-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { query, useApi } from '../api.tsx'
import { type Column, RowLink } from '../lists/column.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { UrlChoice } from '../lists/url-choice.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { DayBars } from './day-bars.tsx'

export const handle = {
  useTitle: ({ embedId = '' }) => {
    const { data } = useQuery(readQuery(useApi(), embedRead(embedId)))
    return data ? `Use of ${data.name}` : null
  },
  section: 'embeds',
  firstReads: aboutEmbed,
} satisfies PageHandle

const spans = [
  { value: '30', label: '30 days' },
  { value: '7', label: '7 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

const counts = ['conversations', 'messages', 'votes', 'visitors'] as const
type Counts = Record<(typeof counts)[number], number>
type PageCounts = Counts & { page: string | null }

/** What an embed is used for, by day and by the page that its visitors are on. */
export function Component() {
  const api = useApi()
  const { gateway } = api
  const params = { embed_id: useParam('embedId') }
  const url = useUrlFilters()
  const days = Number(spans.find(({ value }) => value === url.get('days'))?.value ?? 30)
  const page = url.get('page') ?? undefined
  const asked = { params, query: { days, ...(page === undefined ? {} : { page }) } }
  const { data: embed } = useSuspenseQuery(readQuery(api, embedRead(params.embed_id)))
  const { data } = useSuspenseQuery(query(gateway, getEmbedAnalytics, asked))
  const origin = commonOrigin(data.pages)
  const columns = useColumns(embed.id, origin)
  const file = prepareRequest(gateway, exportEmbedAnalytics, { params, query: { days } }).url
  return (
    <>
      <PageHeader
        title={`Use of ${embed.name}`}
        detail={
          <p className="text-ink-2">Days of UTC. What visitors had deleted is not counted.</p>
        }
      >
        <UrlChoice url={url} name="days" label="Time" options={spans} />
        <Button render={<a href={file} download="embed-analytics.csv" />}>
          <Download aria-hidden size={14} strokeWidth={1.8} />
          Export CSV
        </Button>
      </PageHeader>
      {page !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-all">Only {page}</span>
          <Button size="sm" onClick={() => url.set('page', null)}>
            All pages
          </Button>
        </p>
      )}
      {data.pages.length === 0 ? (
        <EmptyState title="Nobody has written yet">
          Conversations, messages and votes of the last {days} days stand here, by day and by page.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-8">
          <dl className="grid grid-cols-2 gap-3 tabular-nums min-[600px]:grid-cols-4">
            {counts.map((name) => (
              <div key={name}>
                <dt className="text-ink-3 text-sm">{name}</dt>
                <dd className="text-xl">{data.total[name].toLocaleString()}</dd>
              </div>
            ))}
          </dl>
          <div className="grid gap-6 min-[900px]:grid-cols-3">
            {(['conversations', 'messages', 'votes'] as const).map((name) => (
              <DayBars
                key={name}
                title={name}
                span={days}
                values={new Map(data.days.map((day) => [day.day, day[name]]))}
              />
            ))}
          </div>
          <section aria-labelledby="pages" className="flex min-w-0 flex-col gap-2">
            <h2 id="pages" className="font-semibold text-base">
              Pages{origin && ` of ${origin}`}
            </h2>
            <ListTable
              label="Pages"
              columns={columns}
              rows={data.pages}
              keyOf={(row) => row.page ?? ''}
              rowsLead
            />
            <p className="text-ink-2">
              {data.page_count > data.pages.length
                ? `The ${data.pages.length} with most messages, of ${data.page_count.toLocaleString()}. `
                : ''}
              Ids, tokens and mails in an address are a star; what it is asked for (?…) is not kept.
            </p>
          </section>
        </div>
      )}
    </>
  )
}

/** Where all pages are, so that it need not be said of each; empty where they are of several. */
function commonOrigin(pages: readonly PageCounts[]): string {
  const origins = new Set(pages.flatMap(({ page }) => (page === null ? [] : new URL(page).origin)))
  return origins.size === 1 ? ([...origins][0] ?? '') : ''
}

function useColumns(embedId: string, origin: string): readonly Column<PageCounts>[] {
  const [search] = useSearchParams()
  const pathOf = (page: string) => {
    const next = new URLSearchParams(search)
    next.set('page', page)
    return `${paths.embedAnalytics(embedId)}?${next}`
  }
  return [
    {
      head: 'Page',
      cellClass: 'max-w-72 max-[599px]:max-w-[44vw]',
      cell: ({ page }, href) =>
        page === null ? (
          'not told'
        ) : (
          <RowLink href={href(pathOf(page))}>{page.slice(origin.length)}</RowLink>
        ),
    },
    ...counts.map((name) => ({
      head: name[0]?.toUpperCase() + name.slice(1),
      cellClass: 'text-right tabular-nums',
      headClass: 'text-right',
      ...(name === 'visitors' || name === 'votes' ? { className: 'max-[599px]:hidden' } : {}),
      cell: (row: PageCounts) => row[name].toLocaleString(),
    })),
  ]
}
