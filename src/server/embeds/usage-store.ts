import type { Queryable } from '../db/database.ts'

export interface UsageDay {
  day: string
  visitors: number
  conversations: number
  messages: number
  votes: number
}

/** Use of an embed by day (UTC) since a moment, oldest first; days without use are left out. */
export function usageByDay(db: Queryable, embedId: string, since: Date): Promise<UsageDay[]> {
  return db.query<UsageDay>(
    `with sent as (
       select to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD') as day,
         count(distinct visitor_id)::int as visitors, count(distinct thread_id)::int as conversations,
         count(*)::int as messages
       from embed_messages where embed_id = $1 and sent_at >= $2 group by 1
     ), voted as (
       select to_char(voted_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as votes
       from embed_votes where embed_id = $1 and voted_at >= $2 group by 1
     )
     select day, coalesce(visitors, 0) as visitors, coalesce(conversations, 0) as conversations,
       coalesce(messages, 0) as messages, coalesce(votes, 0) as votes
     from sent full join voted using (day) order by day`,
    [embedId, since.toISOString()],
  )
}
