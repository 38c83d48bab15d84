import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

/**
 * The markup that loads a component of the project (`ui` of its langgraph.json) into a page: its style sheet, and its
 * script, which draws it below the shadow root whose id the page puts in place of `{{shadowRootId}}`. Published, for
 * `LoadExternalComponent`; `graph_id` is the name in langgraph.json, mostly a graph's. 404 for one that has none.
 */
export const getComponent = endpoint({
  name: 'getComponent',
  area: 'agent',
  method: 'POST',
  path: '/ui/{graph_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ graph_id: z.string() }),
  body: z.strictObject({ name: z.string() }),
})

/** A file that such markup names, as text. */
export const getComponentFile = endpoint({
  name: 'getComponentFile',
  area: 'agent',
  method: 'GET',
  path: '/ui/{graph_id}/{file}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ graph_id: z.string(), file: z.string() }),
})
