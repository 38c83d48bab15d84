import type { EventRow } from './events/event-store.ts'

/** What a webhook gets as JSON, and what the other channels make their text of. */
export interface AlertPayload {
  /** Of this message: the same for every attempt, so that a receiver knows one again that comes twice. */
  id: string
  /** `alert.began`, `alert.ended` or `alert.test`. */
  type: string
  /** The same in the message of its beginning and in that of its end; null for a test. */
  event_id: string | null
  rule: { id: string | null; name: string; kind: string } | null
  subject: {
    name: string
    deployment_id: string | null
    revision_id: string | null
    connection_id: string | null
  } | null
  title: string
  detail: string
  began_at: string | null
  ended_at: string | null
  /** Where the console shows it. */
  url: string
}

export function payloadOf(
  id: string,
  event: EventRow,
  phase: 'began' | 'ended',
  publicUrl: string,
): AlertPayload {
  return {
    id,
    type: `alert.${phase}`,
    event_id: event.id,
    rule: { id: event.rule_id, name: event.rule_name, kind: event.kind },
    subject: {
      name: event.subject_name,
      deployment_id: event.deployment_id,
      revision_id: event.revision_id,
      connection_id: event.connection_id,
    },
    title: event.title,
    detail: (phase === 'ended' ? event.end_detail : null) ?? event.detail,
    began_at: event.began_at.toISOString(),
    ended_at: event.ended_at?.toISOString() ?? null,
    url: publicUrl + placeOf(event),
  }
}

export function testPayload(id: string, channelName: string, publicUrl: string): AlertPayload {
  return {
    id,
    type: 'alert.test',
    event_id: null,
    rule: null,
    subject: null,
    title: 'A test of alerts',
    detail: `The channel ${channelName} works: alerts of Quarterdeck come here.`,
    began_at: null,
    ended_at: null,
    url: `${publicUrl}/c/local/alerts/channels`,
  }
}

/** The page that is about it. */
function placeOf({ deployment_id, revision_id, connection_id }: EventRow): string {
  if (deployment_id !== null && revision_id !== null) {
    return `/c/local/deployments/${deployment_id}/revisions/${revision_id}`
  }
  if (deployment_id !== null) return `/c/local/deployments/${deployment_id}`
  if (connection_id !== null) return `/c/local/connections/${connection_id}`
  return '/c/local/alerts'
}

/** The first line of a message: what began, or that it has ended. */
export function headline({ type, title }: AlertPayload): string {
  return type === 'alert.ended' ? `Ended: ${title}` : title
}
