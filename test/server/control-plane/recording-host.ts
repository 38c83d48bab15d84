import type { AgentHost, LoadableRevision } from '../../../src/server/cluster/agent-host.ts'

/** An agent host that records what it is asked, and lets a test hold a load open. */
export interface RecordingHost extends AgentHost {
  readonly registered: string[]
  readonly loaded: LoadableRevision[]
  readonly activated: string[]
  readonly discarded: string[]
  readonly removed: string[]
  /** What it was told could not be started. */
  readonly failedStarts: { deploymentId: string; reason: string }[]
  /** How the process of a deployment is; up where nothing is said. */
  readonly seen: Map<string, ReturnType<AgentHost['seenProcess']>['state']>
  /** What happens at the next removal, in its middle. */
  onRemove: (() => Promise<void>) | null
  /** What happens at the next switch of traffic, before it is made. */
  onActivate: (() => Promise<void>) | null
  /** What happens when the process of a preview is ended, in its middle. */
  onRest: (() => Promise<void>) | null
  /** What happens at each load: the next function of the list, or success when it is empty. */
  readonly next: ((revision: LoadableRevision) => Promise<void> | void)[]
}

const unseen = {
  outage: null,
  checked_at: null,
  restarts: 0,
  memory_bytes: null,
  memory_limit_bytes: null,
}

export function recordingHost(): RecordingHost {
  const host: RecordingHost = {
    registered: [],
    loaded: [],
    activated: [],
    discarded: [],
    removed: [],
    failedStarts: [],
    seen: new Map(),
    onRemove: null,
    onActivate: null,
    onRest: null,
    next: [],
    async register({ name }) {
      host.registered.push(name)
    },
    async load(revision) {
      host.loaded.push(revision)
      await host.next.shift()?.(revision)
      return { graphs: Object.keys(revision.graphs) }
    },
    untyped: async () => [],
    prepare() {},
    async activate(_deploymentId, revisionId) {
      await host.onActivate?.()
      host.activated.push(revisionId)
    },
    tellFailedStart(deploymentId, reason) {
      host.seen.set(deploymentId, 'down')
      host.failedStarts.push({ deploymentId, reason })
    },
    seenProcess(deploymentId) {
      return { ...unseen, state: host.seen.get(deploymentId) ?? 'up' }
    },
    async discard(_deploymentId, revisionId) {
      host.discarded.push(revisionId)
    },
    async remove(deploymentId) {
      host.removed.push(deploymentId)
      await host.onRemove?.()
    },
    async rest() {
      await host.onRest?.()
      return true
    },
    async summarizeRuns() {
      const total = { runs: 0, failed: 0, p50_seconds: null, p95_seconds: null }
      return { total, deployments: [] }
    },
    async figuresByRevision() {
      return []
    },
    async findThreads() {
      return { threads: [], total: 0, is_total_capped: false, next_cursor: null }
    },
    async findRunPlace() {
      return { position: null, total: 0, is_total_capped: false, previous: null, next: null }
    },
    async searchRuns() {
      return { runs: [], total: 0, is_total_capped: false, next_cursor: null }
    },
  }
  return host
}

/** A promise and the function that resolves it. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
