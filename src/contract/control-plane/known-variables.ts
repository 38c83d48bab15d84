import { graphDefaultsIn, jobsIn, secondsIn } from './variable-values.ts'

/** What becomes of an environment variable that the published agent servers know. */
export interface KnownVariable {
  name: string
  /**
   * `used`: it has its effect. `refused`: the rollout fails with its name before anything is built, since its promise
   * would be broken in silence. `told`: it is about something that there is not here; the build log says so.
   */
  effect: 'used' | 'refused' | 'told'
  /** What it does, or why it is not used: a sentence for the documentation and for whoever sets it. */
  why: string
  /** Whether a value can be used. Missing: every value can. */
  takes?: (value: string) => boolean
  /** What a value has to be, as the end of “must be …”. */
  shape?: string
}

const isThere = (read: (value: string) => unknown) => (value: string) => read(value) !== null
const seconds = { takes: isThere(secondsIn), shape: 'a number of seconds' }
const elsewhere = 'The database is the server’s, see QUARTERDECK_POOL_SIZE.'
const noRedis = 'There is no Redis here.'
const inLibrary = 'Reaches the agent, whose library reads it:'

/** Those that are documented for the published servers, and those that these make of a langgraph.json. */
export const knownVariables: readonly KnownVariable[] = [
  {
    name: 'BG_JOB_TIMEOUT_SECS',
    effect: 'used',
    why: 'After so many seconds an attempt at a run is ended; 0 for no limit.',
    ...seconds,
  },
  {
    name: 'N_JOBS_PER_WORKER',
    effect: 'used',
    why: 'So many runs of the deployment work at once on each server, as far as the server’s own limit allows.',
    takes: isThere(jobsIn),
    shape: 'a whole number from 1 on',
  },
  {
    name: 'RESUMABLE_STREAM_TTL_SECONDS',
    effect: 'used',
    why: 'So long the events of a resumable run are kept after its end, at most as long as the server keeps them, unless the deployment’s retention says otherwise.',
    ...seconds,
  },
  {
    name: 'CORS_ALLOW_ORIGINS',
    effect: 'used',
    why: 'Pages of these origins may call, where http.cors of langgraph.json does not say.',
  },
  {
    name: 'LANGGRAPH_CONFIG',
    effect: 'used',
    why: 'JSON: config and context of each graph’s own assistant, until they are changed there. Whoever reads the assistant sees them.',
    takes: isThere(graphDefaultsIn),
    shape:
      'JSON such as {"agent": {"configurable": {}, "context": {}}}, with what an assistant’s config may say',
  },
  {
    name: 'LOG_LEVEL',
    effect: 'used',
    why: 'The least grave line of the agent’s own loggers that is in the log; INFO without it.',
  },
  {
    name: 'LANGGRAPH_DEFAULT_RECURSION_LIMIT',
    effect: 'used',
    why: `${inLibrary} steps of a run that says nothing of it, with graphs in Python.`,
  },
  { name: 'LANGSMITH_TRACING', effect: 'used', why: `${inLibrary} true sends traces.` },
  { name: 'LANGSMITH_API_KEY', effect: 'used', why: `${inLibrary} the key that traces go with.` },
  { name: 'LANGSMITH_ENDPOINT', effect: 'used', why: `${inLibrary} where traces go.` },
  {
    name: 'LANGSMITH_RUNS_ENDPOINTS',
    effect: 'used',
    why: `${inLibrary} several places where traces go.`,
  },
  {
    name: 'LANGCHAIN_TRACING_SAMPLING_RATE',
    effect: 'used',
    why: `${inLibrary} the share of runs that is traced.`,
  },
  {
    name: 'LANGGRAPH_AUTH_TYPE',
    effect: 'told',
    why: 'The server’s keys let in, and the project’s own authorization where it has one.',
  },
  {
    name: 'BG_JOB_ISOLATED_LOOPS',
    effect: 'told',
    why: 'Every deployment runs in a process of its own; the server’s is never held up.',
  },
  {
    name: 'BG_JOB_SHUTDOWN_GRACE_PERIOD_SECS',
    effect: 'told',
    why: 'A server that stops hands its runs back at once; they go on from their last step.',
  },
  {
    name: 'LSD_CHECKPOINT_DELETE',
    effect: 'told',
    why: 'What is deleted is gone at once.',
  },
  { name: 'DD_API_KEY', effect: 'told', why: 'The process is not wrapped in ddtrace-run.' },
  {
    name: 'LS_OTEL_INSTRUMENT',
    effect: 'told',
    why: 'The process is not instrumented; what the agent’s own code sends is.',
  },
  { name: 'LANGGRAPH_POSTGRES_POOL_MAX_SIZE', effect: 'told', why: elsewhere },
  {
    name: 'LOG_COLOR',
    effect: 'told',
    why: 'The log’s lines have levels, which the console colours.',
  },
  { name: 'LOG_JSON', effect: 'told', why: 'The log is read as JSON by its address.' },
  { name: 'MOUNT_PREFIX', effect: 'told', why: 'The address of an agent is the server’s.' },
  { name: 'REDIS_CLUSTER', effect: 'told', why: noRedis },
  { name: 'REDIS_KEY_PREFIX', effect: 'told', why: noRedis },
  { name: 'REDIS_URI_CUSTOM', effect: 'told', why: noRedis },
  { name: 'REDIS_MAX_CONNECTIONS', effect: 'told', why: noRedis },
  {
    name: 'POSTGRES_URI_CUSTOM',
    effect: 'refused',
    why: 'Threads and state are kept by this server, in its own database.',
  },
  ...(['auth', 'http', 'store', 'checkpointer', 'webhooks', 'encryption', 'ui'] as const).map(
    (key): KnownVariable => ({
      name: `LANGGRAPH_${key.toUpperCase()}`,
      effect: 'refused',
      why: `Write it in langgraph.json, as “${key}”.`,
    }),
  ),
  {
    name: 'LANGSERVE_GRAPHS',
    effect: 'refused',
    why: 'Write them in langgraph.json, as “graphs”.',
  },
]

const byName = new Map(knownVariables.map((variable) => [variable.name, variable]))

/** Null for a variable of the project's own. */
export function knownVariable(name: string): KnownVariable | null {
  return byName.get(name) ?? null
}
