import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import {
  type AlertChannel,
  createAlertChannel,
  deleteAlertChannel,
  listAlertChannels,
  patchAlertChannel,
  testAlertChannel,
} from '../../../contract/alerts/channels.ts'
import { isUniqueViolation } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { AlertsContext } from '../alerts-context.ts'
import { testPayload } from '../payload.ts'
import * as store from './channel-store.ts'
import { changedChannel, newChannel } from './check-channel.ts'
import { deliver } from './deliver.ts'

/** Reading, changing and testing channels. Secrets go in and never come out. */
export function channelRoutes(routes: Hono, alerts: AlertsContext): void {
  const { database, now, publicUrl } = alerts
  const nothing = () => new HttpError(404, 'There is no such channel.')
  const open = async (id: string) => {
    const channel = await store.openChannel(alerts, id)
    if (channel) return channel
    throw nothing()
  }
  const present = async (id: string): Promise<AlertChannel> => {
    const channel = (await store.listChannels(database)).find((one) => one.id === id)
    if (channel) return channel
    throw nothing()
  }
  const save = async (channel: store.OpenChannel) => {
    await store.saveChannel(alerts, channel, now()).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'alert_channels_name_key')) throw error
      throw new HttpError(409, 'There is a channel of this name already.')
    })
    return present(channel.id)
  }

  route(routes, listAlertChannels, () => store.listChannels(database))
  route(routes, createAlertChannel, ({ body }) => save(newChannel(randomUUID(), body)), {
    status: 201,
  })
  route(routes, patchAlertChannel, async ({ params, body }) =>
    save(changedChannel(await open(params.channel_id), body)),
  )
  route(routes, deleteAlertChannel, async ({ params }) => {
    const { id } = await present(params.channel_id)
    await database.transaction((tx) => store.removeChannel(tx, id))
  })
  route(routes, testAlertChannel, async ({ params }) => {
    const channel = await open(params.channel_id)
    const payload = testPayload(randomUUID(), channel.name, publicUrl)
    const { wasTaken, answer } = await deliver(alerts, channel, payload)
    return { was_taken: wasTaken, answer }
  })
}
