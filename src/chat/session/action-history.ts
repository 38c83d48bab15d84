/** What a person can ask of a thread and its runs. */
export type AskedAction =
  | 'send'
  | 'answer'
  | 'go on'
  | 'stop'
  | 'roll back'
  | 'discard'
  | 'listen'
  | 'stop listening'
  | 'change state'
  | 'move to front'

/**
 * One thing that was asked: when, when the server took it, and when a read proved what came of it.
 * Times are of this browser's clock, in milliseconds since 1970.
 */
export interface ActionEntry {
  readonly key: number
  readonly action: AskedAction
  /** null until the server has named the run, and for what concerns no run. */
  readonly run_id: string | null
  readonly askedAt: number
  readonly acceptedAt: number | null
  readonly verifiedAt: number | null
  /** What the proof says: “success”, “stopped”, “rolled back, the state is as before”. */
  readonly outcome: string | null
  readonly error: string | null
}

const mostKept = 200

/** Adds what was just asked; the oldest entries go once there are too many. */
export function asked(
  actions: readonly ActionEntry[],
  action: AskedAction,
  run_id: string | null,
  at: number,
): readonly ActionEntry[] {
  const key = (actions.at(-1)?.key ?? 0) + 1
  const entry: ActionEntry = {
    key,
    action,
    run_id,
    askedAt: at,
    acceptedAt: null,
    verifiedAt: null,
    outcome: null,
    error: null,
  }
  return [...actions, entry].slice(-mostKept)
}

/** Changes the newest entry for which `isIt` holds; the same list when there is none. */
export function noted(
  actions: readonly ActionEntry[],
  isIt: (entry: ActionEntry) => boolean,
  change: Partial<ActionEntry>,
): readonly ActionEntry[] {
  const at = actions.findLastIndex(isIt)
  const found = actions[at]
  if (!found) return actions
  const copy = actions.slice()
  copy[at] = { ...found, ...change }
  return copy
}

/** True for what starts a run: it is verified when a read says how the run ended. */
export function startsRun({ action }: ActionEntry): boolean {
  return action === 'send' || action === 'answer' || action === 'go on'
}
