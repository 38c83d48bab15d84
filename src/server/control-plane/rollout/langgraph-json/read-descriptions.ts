import { RolloutFailure } from '../../rollout-failure.ts'

const most = 10_000

/** What each graph is said to be for. Throws a RolloutFailure (CREATE_FAILED) for what is no text. */
export function readDescriptions(
  { graphs }: Record<string, unknown>,
  configPath: string,
): Record<string, string> | null {
  const told: Record<string, string> = {}
  for (const [id, graph] of Object.entries(Object(graphs) as Record<string, unknown>)) {
    const { description } = Object(graph) as { description?: unknown }
    if (description === undefined || description === null || description === '') continue
    if (typeof description !== 'string' || description.length > most) {
      throw new RolloutFailure(
        'CREATE_FAILED',
        `“graphs.${id}.description” in ${configPath} must be a text of ${most} characters at most.`,
      )
    }
    told[id] = description
  }
  return Object.keys(told).length > 0 ? told : null
}
