import { stringify } from 'csv-stringify/sync'
import type { Hono } from 'hono'
import {
  exportEmbedAnalytics,
  getEmbedAnalytics,
  getEmbedUsage,
} from '../../contract/embeds/embed-usage.ts'
import type { Embed } from '../../contract/embeds/embeds.ts'
import type { Database } from '../db/database.ts'
import { route } from '../http/route.ts'
import { countsByDayAndPage, embedAnalytics } from './analytics-store.ts'
import { usageByDay } from './usage-store.ts'

const dayMs = 86_400_000
const usageDays = 30

/** How much an embed is used, by day and by page. */
export function mountEmbedUsage(
  routes: Hono,
  deps: {
    database: Database
    now: () => Date
    /** Throws 404 where there is no such embed. */
    read: (embedId: string) => Promise<Embed>
  },
): void {
  const { database, now, read } = deps
  const spanOf = (days: number | undefined, embedId: string) => ({
    embedId,
    since: new Date(now().getTime() - (days ?? usageDays) * dayMs),
  })

  route(routes, getEmbedUsage, async ({ params, query }) => {
    await read(params.embed_id)
    return usageByDay(database, params.embed_id, spanOf(query.days, params.embed_id).since)
  })
  route(routes, getEmbedAnalytics, async ({ params, query }) => {
    await read(params.embed_id)
    return embedAnalytics(database, { ...spanOf(query.days, params.embed_id), page: query.page })
  })
  route(routes, exportEmbedAnalytics, async ({ params, query }) => {
    await read(params.embed_id)
    const rows = await countsByDayAndPage(database, spanOf(query.days, params.embed_id))
    const text = stringify(rows, {
      header: true,
      columns: ['day', 'page', 'visitors', 'conversations', 'messages', 'votes'],
      escape_formulas: true,
      record_delimiter: '\r\n',
    })
    return new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="embed-analytics.csv"',
        'cache-control': 'no-store',
      },
    })
  })
}
