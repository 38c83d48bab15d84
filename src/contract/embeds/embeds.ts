import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'
import { embedSettings } from './embed-settings.ts'

/** An embed as its operator sees it. `key` is public: it stands in the host's page. */
export const Embed = z.looseObject({
  id: z.string(),
  key: z.string(),
  ...embedSettings,
  has_identity_secret: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Embed = z.infer<typeof Embed>

const { name, connection_id, deployment_id, assistant_id, ...optional } = embedSettings
const target = { name, connection_id, deployment_id, assistant_id }
export const EmbedCreate = z.extend(
  z.strictObject(target),
  z.partial(z.strictObject(optional)).shape,
)
export type EmbedCreate = z.infer<typeof EmbedCreate>
/** Only what is named changes. */
export const EmbedPatch = z.partial(z.strictObject(embedSettings))
export type EmbedPatch = z.infer<typeof EmbedPatch>

const params = z.object({ embed_id: id })

export const listEmbeds = endpoint({
  name: 'listEmbeds',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds',
  role: 'viewer',
  isAudited: false,
  response: z.array(Embed),
})

export const getEmbed = endpoint({
  name: 'getEmbed',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds/{embed_id}',
  role: 'viewer',
  isAudited: false,
  params,
  response: Embed,
})

/** Answers 201. 422 for a connection that is not there. */
export const createEmbed = endpoint({
  name: 'createEmbed',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/embeds',
  role: 'operator',
  isAudited: true,
  body: EmbedCreate,
  response: Embed,
})

export const patchEmbed = endpoint({
  name: 'patchEmbed',
  area: 'gateway',
  method: 'PATCH',
  path: '/gateway/embeds/{embed_id}',
  role: 'operator',
  isAudited: true,
  params,
  body: EmbedPatch,
  response: Embed,
})

/** 204. Its visitors are signed out at once; their threads stay with the deployment. */
export const deleteEmbed = endpoint({
  name: 'deleteEmbed',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/embeds/{embed_id}',
  role: 'operator',
  isAudited: true,
  params,
  response: noContent,
})

/** Gives the embed another key: pages that hold the old one are refused from now on. */
export const rotateEmbedKey = endpoint({
  name: 'rotateEmbedKey',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/embeds/{embed_id}/key',
  role: 'operator',
  isAudited: true,
  params,
  response: Embed,
})

/** Makes the secret that the host's server signs identities with. It is told this once. */
export const rotateIdentitySecret = endpoint({
  name: 'rotateIdentitySecret',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/embeds/{embed_id}/identity-secret',
  role: 'operator',
  isAudited: true,
  params,
  response: z.looseObject({ identity_secret: z.string() }),
})

/**
 * The script at an address of its own that never changes, and its hash for `integrity`. Whoever asks makes this
 * server keep that build, so that pages with its hash work after an update.
 */
export const getWidgetBuild = endpoint({
  name: 'getWidgetBuild',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/widget-build',
  role: 'viewer',
  isAudited: false,
  response: z.looseObject({
    /** Below the server's address, as `widget/3f9c1a2b7c4d/widget.js`. */
    path: z.string(),
    /** `sha384-…`. */
    integrity: z.string(),
  }),
})
