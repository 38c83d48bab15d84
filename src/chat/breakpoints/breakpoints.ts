/** Nodes of the graph at which a thread's runs pause, each before it or after it. */
export type Breakpoints = Readonly<Record<string, 'before' | 'after'>>

export const noBreakpoints: Breakpoints = {}

/** Each press on a node goes on: pause before it, after it, not at all. */
export function pressed(breakpoints: Breakpoints, node: string): Breakpoints {
  const { [node]: now, ...others } = breakpoints
  if (now === 'after') return others
  return { ...others, [node]: now === 'before' ? 'after' : 'before' }
}

/** As a run's request says them; empty where there are none. */
export function interruptsOf(breakpoints: Breakpoints): {
  interrupt_before?: string[]
  interrupt_after?: string[]
} {
  const nodes = (place: 'before' | 'after') =>
    Object.keys(breakpoints).filter((node) => breakpoints[node] === place)
  const [before, after] = [nodes('before'), nodes('after')]
  return {
    ...(before.length > 0 && { interrupt_before: before }),
    ...(after.length > 0 && { interrupt_after: after }),
  }
}
