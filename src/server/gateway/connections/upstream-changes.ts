import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '../../../client/api.ts'
import { prepareRequest } from '../../../client/request.ts'
import { followStackChanges } from '../../../contract/control-plane/changes.ts'
import {
  type Change,
  readChanges,
  readSilenceMs,
  readSinceMs,
} from '../../../contract/gateway/changes.ts'
import type { ChangeListener, ChangeSource } from '../../cluster/changes.ts'
import { readEvents } from '../../http/read-events.ts'

/** Whoever looks at another stack goes on reading this of their own server; votes may be kept here for any of them. */
const ownAreas: readonly Change['area'][] = ['gateway', 'qa', 'tracing', 'all']
const theirAreas: readonly Change['area'][] = ['agent', 'control-plane', 'tracing', 'logs', 'all']

/**
 * What changes on the stack of another control plane of this server's kind, and in what is kept here. Without a
 * transport it is never ready, nor is an earlier one that has no such stream; one that is away is asked again.
 * @param againMs the pause after it was lost
 */
export function upstreamChanges(
  transport: Transport | null,
  own: ChangeSource,
  againMs = 5_000,
): ChangeSource {
  return {
    follow(listener, signal) {
      const hear = (areas: readonly Change['area'][]) => (change: Change) => {
        if (areas.includes(change.area)) listener.onChange(change)
      }
      const nothing = () => undefined
      own.follow({ onChange: hear(ownAreas), onReady: nothing, onLost: nothing }, signal)
      const theirs = { ...listener, onChange: hear(theirAreas) }
      if (transport) void followUpstream(transport, theirs, { againMs, signal })
    },
  }
}

async function followUpstream(
  transport: Transport,
  listener: ChangeListener,
  { againMs, signal }: { againMs: number; signal: AbortSignal },
): Promise<void> {
  const request = prepareRequest(transport, followStackChanges, {})
  while (!signal.aborted) {
    try {
      const response = await (transport.fetch ?? fetch)(request.url, { ...request.init, signal })
      // It is another kind of server, or takes the key no more: its answers tell whoever reads its lists.
      if (response.status >= 400 && response.status < 500) return
      if (response.ok) await hearAll(response, listener, signal)
    } catch {
      // It is away. What that is worth telling is told where its lists are read.
    }
    if (signal.aborted) return
    listener.onLost()
    await pause(againMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Ends with the stream, or once that is silent for longer than it told. */
async function hearAll(
  response: Response,
  listener: ChangeListener,
  signal: AbortSignal,
): Promise<void> {
  const silent = new AbortController()
  const end = () => silent.abort()
  let silenceMs: number | null = null
  let limit: NodeJS.Timeout | undefined
  try {
    for await (const { event, data } of readEvents(
      response,
      AbortSignal.any([signal, silent.signal]),
    )) {
      if (event === 'ping') silenceMs = readSilenceMs(data)
      if (silenceMs !== null) {
        clearTimeout(limit)
        limit = setTimeout(end, silenceMs)
      }
      if (event === 'ready') listener.onReady(readSinceMs(data))
      if (event === 'changed') for (const change of readChanges(data)) listener.onChange(change)
    }
  } finally {
    clearTimeout(limit)
  }
}
