import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'
import { runFigures } from '../search/run-summary.ts'

/** How the runs of one revision went while it served. */
export const RevisionFigures = z.looseObject({ revision_id: z.string(), ...runFigures })
export type RevisionFigures = z.infer<typeof RevisionFigures>

/**
 * Ours: how the runs of the last days went, by the revision that they ran on; previews and what QA sessions
 * made are left out, and so are revisions without runs. 30 days when nothing is said.
 */
export const getRevisionFigures = endpoint({
  name: 'getRevisionFigures',
  area: 'control-plane',
  method: 'GET',
  path: '/v1/deployments/{deployment_id}/revision-figures',
  role: 'viewer',
  isAudited: false,
  params: z.object({ deployment_id: id }),
  query: z.strictObject({ days: z.optional(queryInteger(1, 366)) }),
  response: z.looseObject({ days: z.number(), revisions: z.array(RevisionFigures) }),
})
