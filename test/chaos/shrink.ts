import type { Outcome } from './round.ts'

/** What happens depends on the moment too: fewer actions are tried so often before they count as harmless. */
const tries = 2
const mostRounds = 24

/** Leaves out halves, quarters and so on of the actions for as long as something is still not as promised. */
export async function shrink<One>(
  actions: readonly One[],
  play: (actions: readonly One[]) => Promise<Outcome>,
): Promise<readonly One[]> {
  let fewest = actions
  let rounds = 0
  const isWrong = async (some: readonly One[]) => {
    for (let one = 0; one < tries && rounds < mostRounds; one += 1) {
      rounds += 1
      if ((await play(some)).defects.length > 0) return true
    }
    return false
  }
  for (let size = Math.ceil(fewest.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < fewest.length && rounds < mostRounds; ) {
      const without = [...fewest.slice(0, from), ...fewest.slice(from + size)]
      if (without.length > 0 && (await isWrong(without))) fewest = without
      else from += size
    }
  }
  return fewest
}
