import type { SseEvent } from '../../server/agent-server/sse.ts'

/** An event as it is compared: the address of votes is of the server that tells it, and another one before it expires. */
export function eventText({ event, data }: Pick<SseEvent, 'event' | 'data'>): string {
  return JSON.stringify([event, data]).replaceAll(
    /http:\/\/127\.0\.0\.1:\d+\/api\/v1\/feedback\/tokens\/[\w-]+/g,
    'an address',
  )
}
