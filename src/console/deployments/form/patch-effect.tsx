import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  type DeploymentPatchRequest,
  patchStartsRevision,
} from '../../../contract/control-plane/deployments.ts'
import { Note } from '../../../ui/page/note.tsx'
import { type DeploymentValues, patchRequest } from './deployment-values.ts'

/** What saving will do, before it is done. */
export function PatchEffect({
  patch,
  isChanged,
}: {
  patch: DeploymentPatchRequest
  isChanged: boolean
}) {
  if (!isChanged) return <p className="text-ink-3">Only what you change is sent.</p>
  if (Object.keys(patch).join() === 'usage_cap') {
    return <Note tone="info">No new revision: limits hold from the next run on.</Note>
  }
  if (!patchStartsRevision(patch)) {
    return (
      <Note tone="info">
        No new revision: these settings take effect with the next one. What serves now goes on.
      </Note>
    )
  }
  const causes = [
    patch.source_revision_config?.repo_ref && 'the branch or tag',
    patch.source_revision_config?.langgraph_config_path && 'the config path',
    patch.source_revision_config?.image_uri && 'the image',
    patch.secrets && 'the secrets',
    patch.source_config?.resource_spec && 'the resources',
  ].filter(Boolean)
  return (
    <Note tone="info">
      Saving starts a new revision, because {causes.join(' and ')} changed. The present one serves
      until the new one is deployed.
    </Note>
  )
}

type SecretsEffectProps = { form: UseFormReturn<DeploymentValues>; before: DeploymentValues }

/** What saving does to each secret, by name: the API replaces the whole list. */
export function SecretsEffect({ form, before }: SecretsEffectProps) {
  // What is watched lags behind by a render when rows of the list come and go.
  useWatch({ control: form.control, name: 'secrets' })
  const sent = patchRequest(before, form.getValues()).secrets
  if (!sent) return null
  const known = new Set(before.secrets.map(({ name }) => name))
  const kept = sent.filter(({ value }) => value === null)
  const groups = [
    ['Added', sent.filter(({ name, value }) => value !== null && !known.has(name))],
    ['Replaced', sent.filter(({ name, value }) => value !== null && known.has(name))],
    ['Removed', before.secrets.filter(({ name }) => !sent.some((one) => one.name === name))],
    ['Kept', kept],
  ] as const
  return (
    <dl aria-label="Effect on the secrets" className="-mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {groups.map(
        ([word, secrets]) =>
          secrets.length > 0 && (
            <div key={word} className="flex min-w-0 gap-1.5">
              <dt className="text-ink-3">{word}</dt>
              <dd className="mono wrap-anywhere">{secrets.map(({ name }) => name).join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
