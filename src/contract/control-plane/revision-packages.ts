import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/** A name and its version, both as whoever published it writes them. */
const Versioned = z.looseObject({ name: z.string(), version: z.string() })
export type Versioned = z.infer<typeof Versioned>

/**
 * Ours: what a revision was loaded with, read off its build and not off what it asks for: the packages that its modules
 * find, in the order of their names, and what runs it (`node` or `python`).
 */
export const listRevisionPackages = endpoint({
  name: 'listRevisionPackages',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/packages',
  role: 'viewer',
  isAudited: false,
  params: z.object({ deployment_id: id, revision_id: id }),
  response: z.looseObject({
    runtime: z.nullable(Versioned),
    /**
     * Null where it is not known: of a revision that got no build, of one that runs elsewhere or in a folder that is
     * worked in, and of those of earlier releases.
     */
    packages: z.nullable(z.array(Versioned)),
  }),
})
