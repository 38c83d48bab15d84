import * as z from 'zod/mini'
import { id } from './query.ts'

/**
 * Ours, in searches of threads and runs: not those that these QA sessions made, wherever, and however they are asked for.
 * The gateway adds it for whoever judges such a session blind.
 */
export const exceptSessions = z.nullish(z.array(id).check(z.maxLength(10_000)))
