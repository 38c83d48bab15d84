import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const shape = {
  /** False where the settings give the key, or this server cannot read it: `reason` says so in a sentence. */
  can_rotate: z.boolean(),
  reason: z.nullish(z.string()),
  /** When it took the place of another one; null for the one that the first start made. */
  made_at: z.nullish(z.string()),
}

/** The key of this server's own API, without the key. */
export const ApiKeyState = z.looseObject(shape)
export type ApiKeyState = z.infer<typeof ApiKeyState>

/** Administrators only. */
export const getApiKey = endpoint({
  name: 'getApiKey',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/api-key',
  role: 'admin',
  isAudited: false,
  response: ApiKeyState,
})

/**
 * Makes a new key and answers it: it is told nowhere else. The former one opens nothing from then on. 409 where the
 * key is not this server's to replace.
 */
export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/api-key/rotate',
  role: 'admin',
  isAudited: true,
  response: z.looseObject({ ...shape, key: z.string() }),
})
