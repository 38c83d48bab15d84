import type { SecretBox } from '../../secrets/secret-box.ts'
import { RolloutFailure } from '../rollout-failure.ts'
import type { DeploymentRow, SealedSecret } from './deployment-store.ts'

/** A sealed value opens for its own deployment and name only. */
export function sealSecret(
  box: SecretBox,
  deploymentId: string,
  { name, value }: { name: string; value: string },
): SealedSecret {
  return { name, sealed: box.seal(value, contextOf(deploymentId, name)) }
}

/** The secrets as an environment. Throws a sentence when the installation's key is another one. */
export function openSecrets(
  box: SecretBox,
  deploymentId: string,
  secrets: readonly SealedSecret[],
): Record<string, string> {
  return Object.fromEntries(
    secrets.map(({ name, sealed }) => {
      try {
        return [name, box.open(sealed, contextOf(deploymentId, name))]
      } catch (error) {
        throw new Error(
          `The secret ${name} cannot be decrypted with this server's key. Set it again in the deployment, or start the server with the key that it was saved with.`,
          { cause: error },
        )
      }
    }),
  )
}

/**
 * The secrets of a revision, and what blots them and the repository's token out of a text. Throws a
 * RolloutFailure (CREATE_FAILED) when the installation's key is another one.
 */
export function readSecrets(
  box: SecretBox,
  deployment: Pick<DeploymentRow, 'id' | 'sealed_repo_token'>,
  revision: { secrets: readonly SealedSecret[] },
): { secrets: Record<string, string>; redact: (text: string) => string } {
  try {
    const secrets = openSecrets(box, deployment.id, revision.secrets)
    const token = openRepoToken(box, deployment) ?? ''
    const parts = [token, token.slice(token.indexOf(':') + 1)]
    return { secrets, redact: redactor([...Object.values(secrets), ...parts]) }
  } catch (error) {
    throw new RolloutFailure('CREATE_FAILED', (error as Error).message, { cause: error })
  }
}

/** What git signs in with at a deployment's repository, for the database. */
export function sealRepoToken(box: SecretBox, deploymentId: string, token: string): string {
  return box.seal(token, tokenContext(deploymentId))
}

/** What `sealRepoToken` sealed, or null for none. Throws a sentence when the key is another one. */
export function openRepoToken(
  box: SecretBox,
  deployment: Pick<DeploymentRow, 'id' | 'sealed_repo_token'>,
): string | null {
  if (deployment.sealed_repo_token === null) return null
  try {
    return box.open(deployment.sealed_repo_token, tokenContext(deployment.id))
  } catch (error) {
    throw new Error(
      "The token of the repository cannot be decrypted with this server's key. Set it again in the deployment, or start the server with the key that it was saved with.",
      { cause: error },
    )
  }
}

export function tokenContext(deploymentId: string): string {
  return `deployment ${deploymentId} repository token`
}

export function contextOf(deploymentId: string, name: string): string {
  return `deployment ${deploymentId} secret ${name}`
}

/**
 * Blots out every value in a text, so that no log or reason tells it. Values of less than four
 * characters are left: they would blot out half of every line, and are no secrets. A value of
 * several lines is also found line by line.
 */
export function redactor(values: Iterable<string>): (text: string) => string {
  const parts = new Set<string>()
  for (const value of values) {
    for (const part of [value, ...value.split(/\r?\n/)]) {
      const trimmed = part.trim()
      if (trimmed.length >= 4) parts.add(trimmed)
    }
  }
  // The longest first: a value may be a part of another.
  const ordered = [...parts].sort((one, other) => other.length - one.length)
  return (text) => ordered.reduce((rest, part) => rest.replaceAll(part, '•••'), text)
}
