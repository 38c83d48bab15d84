import type { Subscription } from '../../../contract/agent-server/protocol-v2/commands.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** Whether an event is one of those that a connection has asked for. */
export function isAskedFor(
  { channels, namespaces, depth, since }: Subscription,
  event: Pick<RecordedEvent, 'method' | 'namespace' | 'name' | 'seq'>,
): boolean {
  if (typeof since === 'number' && event.seq <= since) return false
  if (!channelsOf(event).some((channel) => channels.includes(channel))) return false
  if (!namespaces || namespaces.length === 0) return true
  const deepest = depth ?? Number.POSITIVE_INFINITY
  return namespaces.some(
    (prefix) =>
      isBelow(event.namespace, prefix) && event.namespace.length - prefix.length <= deepest,
  )
}

function channelsOf({ method, name }: Pick<RecordedEvent, 'method' | 'name'>): string[] {
  if (method.startsWith('input.')) return ['input']
  return name === undefined ? [method] : [method, `${method}:${name}`]
}

/** A segment without an id stands for every task of that step. */
function isBelow(namespace: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((segment, place) => {
    const own = namespace[place]
    if (own === segment) return true
    return own !== undefined && !segment.includes(':') && own.split(':')[0] === segment
  })
}
