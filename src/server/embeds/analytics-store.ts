import { first, type Queryable } from '../db/database.ts'

export interface Counts {
  visitors: number
  conversations: number
  messages: number
  votes: number
}
export type DayCounts = Counts & { day: string }
export type PageCounts = Counts & { page: string | null }
type DayOfPageCounts = DayCounts & PageCounts

/** What is counted: of one embed, since a moment, of one page or of all. */
interface Span {
  embedId: string
  since: Date
  page?: string | undefined
}

const mostPages = 200

/** Use by day and page, oldest day first, within a day the page with most messages first. */
export function countsByDayAndPage(db: Queryable, span: Span): Promise<DayOfPageCounts[]> {
  return counted<DayOfPageCounts>(db, span, ['day', 'page'], 'order by day, messages desc, page')
}

/** Use in all, by day and by page. The pages are all of them, also where one is asked for. */
export async function embedAnalytics(db: Queryable, span: Span) {
  const [total, days, pages, number] = await Promise.all([
    counted<Counts>(db, span, [], ''),
    counted<DayCounts>(db, span, ['day'], 'order by day'),
    counted<PageCounts>(
      db,
      { ...span, page: undefined },
      ['page'],
      `order by messages desc, votes desc, page limit ${mostPages}`,
    ),
    db.query<{ count: number }>(
      `with facts as (${facts}) select count(distinct coalesce(page, ''))::int as count from facts`,
      [span.embedId, span.since.toISOString()],
    ),
  ])
  const none = { visitors: 0, conversations: 0, messages: 0, votes: 0 }
  return { total: first(total) ?? none, days, pages, page_count: first(number)?.count ?? 0 }
}

/** A vote that was taken back has the score 0. */
const facts = `
  select 'message' as kind, visitor_id, thread_id, page,
    to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD') as day
  from embed_messages where embed_id = $1 and sent_at >= $2
  union all
  select 'vote', visitor_id, null, page, to_char(voted_at at time zone 'UTC', 'YYYY-MM-DD')
  from embed_votes where embed_id = $1 and voted_at >= $2 and score is distinct from 0`

/** @param by what the counts are told apart by; pages that were not told are one of their own */
function counted<Row extends object>(
  db: Queryable,
  { embedId, since, page }: Span,
  by: readonly ('day' | 'page')[],
  order: string,
): Promise<Row[]> {
  const names = by.map((name) => `${name}, `).join('')
  const group = by.length > 0 ? `group by ${by.join(', ')}` : ''
  return db.query<Row>(
    `with facts as (${facts})
     select ${names} (count(distinct visitor_id) filter (where kind = 'message'))::int as visitors,
       count(distinct thread_id)::int as conversations,
       (count(*) filter (where kind = 'message'))::int as messages,
       (count(*) filter (where kind = 'vote'))::int as votes
     from facts ${page === undefined ? '' : 'where page = $3'} ${group} ${order}`,
    [embedId, since.toISOString(), ...(page === undefined ? [] : [page])],
  )
}
