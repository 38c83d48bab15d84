import { useNavigate } from 'react-router-dom'
import { createEmbed, listEmbeds } from '../../contract/embeds/embeds.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { EmbedForm } from './embed-form.tsx'
import { createEmbedRequest, type EmbedValues, valuesOfEmbed } from './embed-values.ts'

export const handle = { useTitle: () => 'New', section: 'embeds' } satisfies PageHandle

/** Sets up a chat for other people's pages. */
export function Component() {
  const api = useApi()
  const navigate = useNavigate()
  const create = useCall(api.gateway, createEmbed, {
    invalidates: () => [queryKey(api.gateway, listEmbeds)],
  })
  const requestOf = (values: EmbedValues) => createEmbedRequest(values, api.connection.id)
  return (
    <EmbedForm
      title="New embed"
      isNew
      before={valuesOfEmbed({})}
      submitLabel="Create embed"
      cancelTo={paths.embeds()}
      isPending={create.isPending}
      request={{ method: 'POST', path: createEmbed.path, bodyOf: requestOf }}
      onSubmit={(values, { onSaved, onRefused }) =>
        create.mutate(
          { body: requestOf(values) },
          {
            onSuccess: ({ id }) => {
              onSaved(values)
              void navigate(paths.embed(id))
            },
            onError: onRefused,
          },
        )
      }
    />
  )
}
