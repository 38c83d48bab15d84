import { withHidden } from './with-hidden.ts'

/** Users' tokens at OAuth providers are for programs with the key: no browser gets one to see. */
export function withoutToken(response: Response): Promise<Response> {
  return withHidden(response, (answer) => ('token' in answer ? { ...answer, token: null } : answer))
}

/**
 * A deployment, or a list of them, without the values of secrets: the published interface tells them, and no browser
 * gets one to see.
 */
export function withoutSecretValues(response: Response): Promise<Response> {
  return withHidden(response, (answer) =>
    'resources' in answer && Array.isArray(answer.resources)
      ? { ...answer, resources: answer.resources.map(valueless) }
      : valueless(answer),
  )
}

function valueless<Answer>(deployment: Answer): Answer {
  if (!isObject(deployment) || !('secrets' in deployment)) return deployment
  const { secrets } = deployment
  if (!Array.isArray(secrets)) return { ...deployment, secrets: [] }
  const named = (secret: unknown) => (isObject(secret) ? { ...secret, value: null } : null)
  return { ...deployment, secrets: secrets.map(named) }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
