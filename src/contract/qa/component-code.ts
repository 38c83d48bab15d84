import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/**
 * What draws the components of an attempt, kept when it was tried: text that says nothing of the graph it is of, and the
 * name under which the scripts put their own object (`global`).
 */
const KeptCode = z.looseObject({
  global: z.string(),
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
})

/** 404 where nothing was said by a component, or what draws it could not be read then. 403 as the grid. */
export const getAttemptComponents = endpoint({
  name: 'getQaAttemptComponents',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/attempts/{attempt_id}/components',
  role: 'reviewer',
  isAudited: false,
  params: z.object({ session_id: id, attempt_id: id }),
  response: KeptCode,
})

/** The same for what the asking reviewer sees as A or B of a case, whichever target stands there. 403 as the case. */
export const getReviewComponents = endpoint({
  name: 'getReviewComponents',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/review/{index}/{side}/components',
  role: 'reviewer',
  isAudited: false,
  params: z.object({ session_id: id, index: z.string(), side: z.enum(['a', 'b']) }),
  response: KeptCode,
})
