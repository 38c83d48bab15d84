import { RolloutFailure } from '../../rollout-failure.ts'
import { type Checkout, checkPlace } from './project-place.ts'

/** The authorization of a project: where its `Auth` is, and whether operators are asked as everybody else is. */
export interface AuthSettings {
  path: string
  disable_studio_auth: boolean
}

/** Reads `auth`, whose inner keys are checked by name. Throws a RolloutFailure (CREATE_FAILED) that names what is wrong. */
export async function readAuth(auth: unknown, checkout: Checkout): Promise<AuthSettings | null> {
  if (!auth) return null
  const { path: place, disable_studio_auth = false } = Object(auth) as Record<string, unknown>
  const { configPath } = checkout
  if (typeof disable_studio_auth !== 'boolean') {
    throw new RolloutFailure(
      'CREATE_FAILED',
      `“auth.disable_studio_auth” in ${configPath} must be true or false.`,
    )
  }
  return { path: await checkPlace('auth.path', place, checkout), disable_studio_auth }
}
