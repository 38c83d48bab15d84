import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The process is alive. Needs no key and touches nothing. */
export const getLiveness = endpoint({
  name: 'getLiveness',
  area: 'gateway',
  method: 'GET',
  path: '/healthz',
  response: z.looseObject({ status: z.string() }),
  auth: 'none',
})

/** 200 when requests can be answered, 503 with what is missing while they cannot. Needs no key. */
export const getReadiness = endpoint({
  name: 'getReadiness',
  area: 'gateway',
  method: 'GET',
  path: '/readyz',
  response: z.looseObject({ status: z.string(), checks: z.record(z.string(), z.string()) }),
  auth: 'none',
})
