import type { SecretChange } from '../../../../contract/control-plane/revision-changes.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { openSecrets } from '../../deployments/secrets.ts'
import type { RevisionRow } from '../revision-store.ts'

/**
 * What became of each secret between two revisions of a deployment, by name: the values are compared here and told
 * to nobody. Throws a sentence when the installation's key is another one.
 */
export function secretChanges(
  box: SecretBox,
  before: RevisionRow,
  after: RevisionRow,
): { name: string; change: SecretChange }[] {
  const [from, to] = [before, after].map(
    ({ deployment_id, secrets }) =>
      new Map(Object.entries(openSecrets(box, deployment_id, secrets))),
  ) as [Map<string, string>, Map<string, string>]
  const names = [...new Set([...from.keys(), ...to.keys()])].sort()
  return names.map((name) => {
    if (!from.has(name)) return { name, change: 'added' }
    if (!to.has(name)) return { name, change: 'removed' }
    return { name, change: from.get(name) === to.get(name) ? 'same' : 'replaced' }
  })
}
