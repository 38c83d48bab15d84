import * as z from 'zod/mini'
import { queryBoolean, queryInteger, queryList } from '../query.ts'

/** The parts that a state can be asked for by name. */
const stateParts = [
  'values',
  'next',
  'tasks',
  'checkpoint',
  'metadata',
  'created_at',
  'parent_checkpoint',
  'interrupts',
] as const

const ofValues = 'values.'

const statePart = z
  .string()
  .check(
    z.refine(
      (part) =>
        stateParts.includes(part as never) ||
        (part.length > ofValues.length && part.startsWith(ofValues)),
      `Write one of ${stateParts.join(', ')}, or values. and the name of a value.`,
    ),
  )

/** Which parts of a state are asked for (published): `values.messages` is that one of its values. All where it is empty. */
export const StateParts = z.array(statePart)

export const stateQuery = z.strictObject({
  subgraphs: z.optional(queryBoolean),
  select: z.optional(queryList(StateParts)),
})

export const historyQuery = z.strictObject({
  limit: z.optional(queryInteger(1, 1000)),
  before: z.optional(z.string()),
  select: z.optional(queryList(StateParts)),
})

/** What was chosen of a state, whole where nothing was. Of values that are no object none can be named. */
export function chosenParts<State extends { values: unknown }>(
  state: State,
  choice: readonly string[] | null | undefined,
): Partial<State> {
  if (!choice?.length) return state
  const names = new Set(choice)
  const parts = Object.entries(state).filter(([name]) => names.has(name))
  const keys = choice.flatMap((part) =>
    part.startsWith(ofValues) ? part.slice(ofValues.length) : [],
  )
  if (names.has('values') || keys.length === 0) return Object.fromEntries(parts) as Partial<State>
  const { values: all } = state
  const isRecord = typeof all === 'object' && all !== null && !Array.isArray(all)
  const values = Object.entries(isRecord ? all : {}).filter(([key]) => keys.includes(key))
  return Object.fromEntries([['values', Object.fromEntries(values)], ...parts]) as Partial<State>
}
