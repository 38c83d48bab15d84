import { type Context, Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { componentPage } from './component-page.ts'
import { embedPage } from './embed-page.ts'
import { mountEmbeds } from './embed-routes.ts'
import { findEmbed } from './embed-store.ts'
import type { EmbedUpstream } from './embed-upstream.ts'
import type { ReadSite } from './examine-embed.ts'
import { deleteOldConversations } from './retention.ts'
import type { ReadPicture } from './visitors/remote-picture.ts'
import { visitorRoutes } from './visitors/visitor-routes.ts'
import { widgetBuilds } from './widget-builds.ts'
import { widgetFiles } from './widget-files.ts'

const retentionCheckMs = 3_600_000

/** Embedded chats: what operators set up, and what visitors of other people's pages can reach. */
export interface Embeds {
  /** Open to every page: the widget's files, `/embed/{key}`, its `/component` and `/embed/{key}/api/…`. */
  routes: Hono
  /** To be mounted behind the gateway's sign-in. */
  mountOperatorRoutes(routes: Hono): void
  /** Ends the streams of visitors. */
  stop(): void
}

export function createEmbeds(deps: {
  database: Database
  secretBox: SecretBox
  upstream: EmbedUpstream
  publicOrigin: string
  /** The server's address as browsers know it, without a slash at its end. */
  publicUrl: string
  readSite: ReadSite
  readPicture: ReadPicture
  /** The build that holds the widget. */
  consoleFolder: string
  now: () => Date
  addressOf(context: Context): string
  report(error: Error): void
}): Embeds {
  const stopping = new AbortController()
  const routes = new Hono()
  const builds = widgetBuilds(deps)
  routes.route('/', widgetFiles(deps.consoleFolder, builds))
  const enabled = async (key: string) => {
    const kept = await findEmbed(deps.database, { key })
    if (!kept?.embed.is_enabled) throw new HttpError(404, 'There is no such chat.')
    return kept.embed
  }
  routes.get('/embed/:embed_key', async (context) =>
    embedPage(context, await enabled(context.req.param('embed_key'))),
  )
  routes.get('/embed/:embed_key/component', async (context) =>
    componentPage(context, await enabled(context.req.param('embed_key')), deps.consoleFolder),
  )
  routes.route('/embed/:embed_key/api', visitorRoutes({ ...deps, stopping: stopping.signal }))
  const retention = setInterval(() => {
    deleteOldConversations(deps).catch((error: Error) => deps.report(error))
  }, retentionCheckMs)
  retention.unref()
  return {
    routes,
    mountOperatorRoutes: (target) => mountEmbeds(target, { ...deps, widgetBuilds: builds }),
    stop() {
      clearInterval(retention)
      stopping.abort()
    },
  }
}
