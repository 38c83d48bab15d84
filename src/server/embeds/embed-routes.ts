import { randomBytes, randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { call } from '../../client/api.ts'
import { getAssistantSchemas } from '../../contract/agent-server/graphs.ts'
import { inputKind } from '../../contract/agent-server/input/input-kind.ts'
import { checkEmbed } from '../../contract/embeds/embed-check.ts'
import { embedDefaults } from '../../contract/embeds/embed-settings.ts'
import {
  createEmbed,
  deleteEmbed,
  type Embed,
  getEmbed,
  getWidgetBuild,
  listEmbeds,
  patchEmbed,
  rotateEmbedKey,
  rotateIdentitySecret,
} from '../../contract/embeds/embeds.ts'
import { localConnectionId } from '../../contract/gateway/connections.ts'
import type { Database } from '../db/database.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import {
  type EmbedSettings,
  findEmbed,
  insertEmbed,
  listEmbedRows,
  removeEmbed,
  updateIdentitySecret,
  updateKey,
  updateSettings,
} from './embed-store.ts'
import type { EmbedUpstream } from './embed-upstream.ts'
import { examineEmbed, type ReadSite } from './examine-embed.ts'
import { mountEmbedUsage } from './usage-routes.ts'
import { identityContext } from './visitors/visitor-sessions.ts'
import type { WidgetBuilds } from './widget-builds.ts'

type EmbedTarget = Pick<Embed, 'connection_id' | 'deployment_id' | 'assistant_id'>
const targetKeys = ['connection_id', 'deployment_id', 'assistant_id'] as const

/** How long an agent server may take to tell what its assistant takes; then it is not asked on. */
const schemaPatienceMs = 10_000

/** What operators do with embeds. Mounted behind the gateway's sign-in. */
export function mountEmbeds(
  routes: Hono,
  deps: {
    database: Database
    secretBox: SecretBox
    upstream: EmbedUpstream
    /** The server's address as browsers know it, without a slash at its end. */
    publicUrl: string
    readSite: ReadSite
    widgetBuilds: WidgetBuilds
    now: () => Date
  },
): void {
  const { database, now } = deps

  async function read(id: string): Promise<Embed> {
    const kept = await findEmbed(database, { id })
    if (kept) return kept.embed
    throw new HttpError(404, 'There is no such embed.')
  }
  async function checkConnection(id: string | undefined): Promise<void> {
    if (id === undefined) return
    await deps.upstream.tracing(id, 'embed').catch((error: unknown) => {
      if (!(error instanceof HttpError && error.status === 404)) throw error
      throw invalidField(['body', 'connection_id'], 'There is no such connection.')
    })
  }
  /** Only the local stack counts tokens. */
  function checkTokenLimit(settings: Pick<Embed, 'connection_id' | 'visitor_tokens_per_day'>) {
    if (!settings.visitor_tokens_per_day || settings.connection_id === localConnectionId) return
    throw invalidField(
      ['body', 'visitor_tokens_per_day'],
      'What runs of another server use is not counted here, so it cannot be limited. Leave it empty.',
    )
  }
  /** Visitors can only write. A deployment that does not answer now is asked by nobody. */
  async function checkAssistant(target: EmbedTarget): Promise<void> {
    const { connection_id, deployment_id, assistant_id } = target
    const schemas = await deps.upstream
      .agent(connection_id, deployment_id, 'operator')
      .then((transport) =>
        call(transport, getAssistantSchemas, {
          params: { assistant_id },
          signal: AbortSignal.timeout(schemaPatienceMs),
        }),
      )
      .catch(() => null)
    const { kind } = inputKind(schemas?.input_schema)
    if (kind === 'message') return
    throw invalidField(
      ['body', 'assistant_id'],
      `“${assistant_id}” takes no messages, and visitors can send nothing else.`,
    )
  }
  const orMissing = (isThere: boolean) => {
    if (!isThere) throw new HttpError(404, 'There is no such embed.')
  }

  route(routes, listEmbeds, async () => (await listEmbedRows(database)).map(({ embed }) => embed))
  route(routes, getEmbed, ({ params }) => read(params.embed_id))
  route(
    routes,
    createEmbed,
    async ({ body }) => {
      await checkConnection(body.connection_id)
      await checkAssistant(body)
      const id = randomUUID()
      const settings = { ...embedDefaults, ...body } as EmbedSettings
      checkTokenLimit({ ...embedDefaults, ...body })
      await insertEmbed(database, { id, key: newKey(), settings, now: now() })
      return read(id)
    },
    { status: 201 },
  )
  route(routes, patchEmbed, async ({ params, body }) => {
    await checkConnection(body.connection_id)
    if (body.connection_id !== undefined || body.visitor_tokens_per_day) {
      checkTokenLimit({ ...(await read(params.embed_id)), ...body })
    }
    if (targetKeys.some((key) => body[key] !== undefined)) {
      const kept = await read(params.embed_id)
      await checkAssistant({
        connection_id: body.connection_id ?? kept.connection_id,
        deployment_id: body.deployment_id ?? kept.deployment_id,
        assistant_id: body.assistant_id ?? kept.assistant_id,
      })
    }
    orMissing(await updateSettings(database, params.embed_id, body, now()))
    return read(params.embed_id)
  })
  route(routes, deleteEmbed, async ({ params }) => {
    orMissing(await removeEmbed(database, params.embed_id))
  })
  route(routes, rotateEmbedKey, async ({ params }) => {
    orMissing(await updateKey(database, params.embed_id, newKey(), now()))
    return read(params.embed_id)
  })
  route(routes, rotateIdentitySecret, async ({ params }) => {
    const secret = `qdi_${randomBytes(32).toString('base64url')}`
    const sealed = deps.secretBox.seal(secret, identityContext(params.embed_id))
    orMissing(await updateIdentitySecret(database, params.embed_id, sealed, now()))
    return { identity_secret: secret }
  })
  route(routes, checkEmbed, async ({ params, body }) => {
    const { key } = await read(params.embed_id)
    const findings = await examineEmbed({
      server: deps.publicUrl,
      embedKey: key,
      site: body.site,
      fetch,
      readSite: deps.readSite,
      now: () => now().getTime(),
    })
    return { findings }
  })
  mountEmbedUsage(routes, { database, now, read })
  route(routes, getWidgetBuild, () => deps.widgetBuilds.current())
}

/** Public, but not to be guessed: whoever has it can look at the chat's greeting. */
const newKey = () => `emb_${randomBytes(12).toString('base64url')}`
