import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, moment, notSupported, oneOrMore } from '../query.ts'

/** What of a run can be asked for; what is published besides is not known here, and is refused. */
const runSelects = [
  'ID',
  'NAME',
  'RUN_TYPE',
  'STATUS',
  'START_TIME',
  'END_TIME',
  'LATENCY_SECONDS',
  'FIRST_TOKEN_TIME',
  'ERROR',
  'EXTRA',
  'METADATA',
  'INPUTS',
  'OUTPUTS',
  'PARENT_RUN_IDS',
  'PROJECT_ID',
  'TRACE_ID',
  'THREAD_ID',
  'DOTTED_ORDER',
  'IS_ROOT',
  'TOTAL_TOKENS',
  'PROMPT_TOKENS',
  'COMPLETION_TOKENS',
  'TOTAL_COST',
  'TAGS',
] as const
const RunSelect = z.enum(runSelects)
export type RunSelect = z.infer<typeof RunSelect>

/** Its id, and what was asked for. */
const SelectedRun = z.looseObject({ id: z.string() })

const ids = z.nullish(z.array(id).check(z.maxLength(200)))
const noExpressions = notSupported(
  'Filter expressions are not read here: filter by ids, project_ids, trace_id, run_type, has_error, is_root and the times.',
)

const SelectedRunQuery = z.strictObject({
  ids,
  project_ids: ids,
  trace_id: z.nullish(id),
  run_type: z.nullish(z.string()),
  is_root: z.nullish(z.boolean()),
  has_error: z.nullish(z.boolean()),
  /** As published: a day ago when absent, unless a trace is named. */
  min_start_time: z.nullish(moment),
  max_start_time: z.nullish(moment),
  /** As published: the id alone when absent. */
  selects: z.nullish(z.array(RunSelect).check(z.maxLength(100))),
  /** 100 when absent. */
  page_size: z.nullish(z.int().check(z.gte(1), z.lte(1_000))),
  cursor: z.nullish(z.string().check(z.maxLength(100))),
  filter: noExpressions,
  trace_filter: noExpressions,
  tree_filter: noExpressions,
  ai_search: noExpressions,
  sem_filter: noExpressions,
  include_subtree_usage: z.nullish(z.boolean()),
  reference_dataset_id: notSupported(),
  reference_examples: notSupported(),
  min_feedback_modified_at: notSupported(),
  max_feedback_modified_at: notSupported(),
})

/** As the newer methods of the published clients list runs (`runs.query`), newest first. */
export const querySelectedRuns = endpoint({
  name: 'querySelectedRuns',
  area: 'tracing',
  method: 'POST',
  path: '/api/v2/runs/query',
  role: 'viewer',
  isAudited: false,
  body: SelectedRunQuery,
  response: z.looseObject({
    items: z.array(SelectedRun),
    /** Null on the last page. */
    next_cursor: z.nullable(z.string()),
  }),
})

/** As they read one (`runs.retrieve`). 404 for a run that is not of this server, or of another project. */
export const readSelectedRun = endpoint({
  name: 'readSelectedRun',
  area: 'tracing',
  method: 'GET',
  path: '/api/v2/runs/{run_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ run_id: id }),
  query: z.strictObject({
    project_id: z.optional(id),
    selects: z.optional(oneOrMore(RunSelect)),
    /** A help for servers that look for it by that. */
    start_time: z.optional(moment),
  }),
  response: SelectedRun,
})
