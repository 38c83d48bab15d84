import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'

const params = z.object({ embed_id: id })

/** What an embed was used for on one day (UTC). */
const EmbedDay = z.looseObject({
  /** `2026-01-31`. */
  day: z.string(),
  visitors: z.number(),
  conversations: z.number(),
  messages: z.number(),
  votes: z.number(),
  /** Of the runs of that day's messages, where their server is this one. */
  tokens: z.nullish(z.number()),
  /** The most of one visitor. */
  visitor_tokens: z.nullish(z.number()),
})

/** Days without use are left out; oldest first. */
export const getEmbedUsage = endpoint({
  name: 'getEmbedUsage',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds/{embed_id}/usage',
  role: 'viewer',
  isAudited: false,
  params,
  query: z.strictObject({ days: z.optional(queryInteger(1, 365)) }),
  response: z.array(EmbedDay),
})

const counts = {
  visitors: z.number(),
  conversations: z.number(),
  messages: z.number(),
  /** Answers that were rated. */
  votes: z.number(),
}

/** A page as messages are counted by it: an address without ids and tokens; null where none was told. */
const page = z.nullable(z.string())

const sinceDays = z.optional(queryInteger(1, 365))

/** Use by day (UTC), oldest first, days without use left out; and by page, the one with most messages first. */
export const getEmbedAnalytics = endpoint({
  name: 'getEmbedAnalytics',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds/{embed_id}/analytics',
  role: 'viewer',
  isAudited: false,
  params,
  query: z.strictObject({
    days: sinceDays,
    /** Days of this page only. */
    page: z.optional(z.string().check(z.maxLength(400))),
  }),
  response: z.looseObject({
    /** Of all the time that is asked for; a visitor of three days is one. */
    total: z.looseObject(counts),
    days: z.array(z.looseObject({ day: z.string(), ...counts })),
    /** Two hundred at most. */
    pages: z.array(z.looseObject({ page, ...counts })),
    page_count: z.number(),
  }),
})

/** CSV with a header line: a line for each day and page. */
export const exportEmbedAnalytics = endpoint({
  name: 'exportEmbedAnalytics',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds/{embed_id}/analytics/export',
  role: 'viewer',
  isAudited: false,
  params,
  query: z.strictObject({ days: sinceDays }),
})
