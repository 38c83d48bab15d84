import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** A server process that shares the database, as it told last. */
const StackProcess = z.looseObject({
  server_id: z.string(),
  /** It has answered this. */
  is_answering: z.boolean(),
  started_at: z.string(),
  /** When the others facts were told; now, of the one that has answered. */
  told_at: z.nullish(z.string()),
  version: z.nullish(z.string()),
  /** Revisions that have processes of their own there. */
  executors: z.nullish(z.number()),
  /** How agents are kept apart from it: `namespaces-and-users`, `namespaces` or `none`. */
  isolation: z.nullish(z.string()),
  /** Room on the disk of its data directory. */
  disk_free_bytes: z.nullish(z.number()),
  /** Errors that nobody expected, since it was started; each is in its log. */
  errors: z.nullish(z.number()),
  last_error_at: z.nullish(z.string()),
  /** The machine. Administrators only. */
  host: z.nullish(z.string()),
  /** Of the operating system. Administrators only. */
  pid: z.nullish(z.number()),
})
export type StackProcess = z.infer<typeof StackProcess>

/** A deployment with runs that are not over. */
const StackQueue = z.looseObject({
  deployment_id: z.string(),
  /** Null for one that is being deleted. */
  name: z.nullish(z.string()),
  pending: z.number(),
  running: z.number(),
  oldest_pending_at: z.nullish(z.string()),
})

/** How this console's own server and its local stack are. It holds no secret. */
export const StackHealth = z.looseObject({
  checked_at: z.string(),
  version: z.string(),
  node_version: z.string(),
  /** Those that are alive, the oldest first. */
  processes: z.array(StackProcess),
  database: z.looseObject({
    /** `embedded` or `postgresql`. */
    kind: z.string(),
    version: z.string(),
    bytes: z.number(),
    /** The largest ones with their indexes, the largest first; the number of rows is the database's estimate. */
    tables: z.array(
      z.looseObject({ name: z.string(), bytes: z.number(), rows: z.nullish(z.number()) }),
    ),
    /** Null for an embedded one, which has a single one. */
    connections: z.nullish(
      z.looseObject({
        /** To this database. */
        open: z.number(),
        /** To the database's server, and how many that allows. */
        all: z.number(),
        most: z.number(),
      }),
    ),
    /** Where it is, without a password. Administrators only. */
    address: z.nullish(z.string()),
  }),
  disk: z.looseObject({
    /** `ok`, `low` or `full`, of the process that has answered. */
    state: z.string(),
    free_bytes: z.number(),
    /** Less than that is low (QUARTERDECK_DISK_WARNING_MB). */
    warn_below_bytes: z.number(),
  }),
  /** Runs of all deployments that are not over. */
  queue: z.looseObject({
    /** Those that wait for their turn; one that is scheduled waits from its time on. */
    pending: z.number(),
    running: z.number(),
    /** Those whose time has not come. */
    scheduled: z.number(),
    oldest_pending_at: z.nullish(z.string()),
    /** The ten with the most runs. */
    deployments: z.array(StackQueue),
  }),
  migrations: z.looseObject({
    applied: z.number(),
    newest: z.string(),
    newest_at: z.string(),
    /** Of this version, and not applied. */
    missing: z.array(z.string()),
    /** Applied, and not known to this version: a newer one has used the database. */
    unknown: z.array(z.string()),
  }),
  isolation: z.looseObject({
    kind: z.string(),
    /** What is not kept apart, in sentences. */
    not_separated: z.array(z.string()),
  }),
  limits: z.looseObject({
    /** Runs that one process works on at the same time. */
    runs_at_once: z.number(),
  }),
  retention: z.looseObject({
    audit_days: z.number(),
    events_hours: z.number(),
    kept_builds: z.number(),
  }),
  metrics: z.looseObject({
    /** `/metrics` needs no key of whoever comes without a proxy: only this machine reaches the server. */
    is_open: z.boolean(),
  }),
  /** Absolute. Administrators only. */
  data_dir: z.nullish(z.string()),
})
export type StackHealth = z.infer<typeof StackHealth>

/** Operators and above; what tells where something is, administrators alone. */
export const getStackHealth = endpoint({
  name: 'getStackHealth',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/stack',
  role: 'operator',
  isAudited: false,
  response: StackHealth,
})
