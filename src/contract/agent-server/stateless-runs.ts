import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { snakeCase } from '../query.ts'
import { StatelessRunCreate } from './run-request.ts'
import { onDisconnectQuery, Run } from './runs.ts'

/** Starts a run without a thread in the background (`StatelessRunCreate`). */
export const createStatelessRun = endpoint({
  name: 'createStatelessRun',
  area: 'agent',
  method: 'POST',
  path: '/runs',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  query: onDisconnectQuery,
  body: StatelessRunCreate,
  response: Run,
})

/** Answers as `createRunWait` does. */
export const createStatelessWait = endpoint({
  name: 'createStatelessWait',
  area: 'agent',
  method: 'POST',
  path: '/runs/wait',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  query: onDisconnectQuery,
  body: StatelessRunCreate,
})

/** Answers as `createRunStream` does. */
export const createStatelessStream = endpoint({
  name: 'createStatelessStream',
  area: 'agent',
  method: 'POST',
  path: '/runs/stream',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  query: onDisconnectQuery,
  body: StatelessRunCreate,
})

/** The published client writes the fields of a batch in camel case, whatever it does elsewhere. */
const BatchRun = z.pipe(
  z.transform((value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const named = Object.entries(value).map(([key, content]) => [snakeCase(key), content])
    return Object.fromEntries(named) as unknown
  }),
  StatelessRunCreate,
)

/**
 * Starts several runs without a thread, in order. Refused as a whole when one of them is: then none
 * is started.
 */
export const createRunBatch = endpoint({
  name: 'createRunBatch',
  area: 'agent',
  method: 'POST',
  path: '/runs/batch',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  body: z.array(BatchRun).check(z.minLength(1, 'Send at least one run.'), z.maxLength(1000)),
  response: z.array(Run),
})
