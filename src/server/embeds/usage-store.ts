import type { Queryable } from '../db/database.ts'

export interface UsageDay {
  day: string
  visitors: number
  conversations: number
  messages: number
  votes: number
  tokens: number
  visitor_tokens: number
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
       from embed_votes where embed_id = $1 and voted_at >= $2 and score is distinct from 0 group by 1
     ), spent as (
       select day, sum(tokens)::float8 as tokens, max(tokens)::float8 as visitor_tokens from (
         select to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD') as day, m.visitor_id,
           sum(u.input_tokens + u.output_tokens) as tokens
         from embed_messages m join run_usage u on u.run_id = m.run_id
         where m.embed_id = $1 and m.sent_at >= $2 group by 1, 2
       ) of_visitors group by 1
     )
     select day, coalesce(visitors, 0) as visitors, coalesce(conversations, 0) as conversations,
       coalesce(messages, 0) as messages, coalesce(votes, 0) as votes,
       coalesce(tokens, 0) as tokens, coalesce(visitor_tokens, 0) as visitor_tokens
     from sent full join voted using (day) left join spent using (day) order by day`,
    [embedId, since.toISOString()],
  )
}
