import type { AlertsContext } from '../alerts-context.ts'
import type { AlertPayload } from '../payload.ts'
import { type OpenChannel, withoutSecrets } from './channel-store.ts'
import type { Delivery } from './delivery.ts'
import { sendMail } from './email.ts'
import { post } from './post.ts'
import { slackText } from './slack.ts'

const longestAnswer = 500

/** Sends a message to a channel, once. Never rejects. */
export async function deliver(
  alerts: Pick<AlertsContext, 'resolve' | 'now'>,
  channel: OpenChannel,
  payload: AlertPayload,
): Promise<Delivery> {
  const delivery = await attempt(alerts, channel, payload).catch((error: Error) => ({
    wasTaken: false,
    answer: error.message,
  }))
  const shown = withoutSecrets(channel, delivery.answer)
  const answer = shown.length > longestAnswer ? `${shown.slice(0, longestAnswer)}…` : shown
  return { ...delivery, answer }
}

function attempt(
  alerts: Pick<AlertsContext, 'resolve' | 'now'>,
  channel: OpenChannel,
  payload: AlertPayload,
): Promise<Delivery> {
  switch (channel.kind) {
    case 'webhook': {
      const { url, signing_secret } = channel
      return post(alerts, { url, signing_secret, id: payload.id, body: JSON.stringify(payload) })
    }
    case 'slack': {
      const body = JSON.stringify({ text: slackText(payload) })
      return post(alerts, { url: channel.url, signing_secret: null, id: payload.id, body })
    }
    case 'email':
      return sendMail(alerts, channel, payload)
  }
}
