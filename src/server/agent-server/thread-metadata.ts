/** What ran last; where nothing has yet, what is to run, or was cancelled before it could. */
const ranLast = (column: 'graph_id' | 'assistant_id') => `coalesce(t.${column}, (
    select r.${column} from runs r where r.thread_id = t.thread_id order by r.position desc limit 1
  ))`
export const graphColumn = ranLast('graph_id')
export const assistantColumn = ranLast('assistant_id')

/** The metadata of a thread `t`, with the ids that the wire shows in it: what a filter sees. */
export const metadataColumn = `(t.metadata || jsonb_strip_nulls(
  jsonb_build_object('graph_id', ${graphColumn}, 'assistant_id', ${assistantColumn})))`
