import { useNavigate } from 'react-router-dom'
import { createEmbed, listEmbeds } from '../../contract/embeds.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page-handle.ts'
import { EmbedForm } from './embed-form.tsx'
import { createEmbedRequest, valuesOfEmbed } from './embed-values.ts'

export const handle = { useTitle: () => 'New', section: 'embeds' } satisfies PageHandle

/** Sets up a chat for other people's pages. */
export function Component() {
  const api = useApi()
  const navigate = useNavigate()
  const create = useCall(api.gateway, createEmbed, {
    invalidates: () => [queryKey(api.gateway, listEmbeds)],
  })
  return (
    <div className="max-w-[720px]">
      <EmbedForm
        title="New embed"
        isNew
        before={valuesOfEmbed({})}
        submitLabel="Create embed"
        cancelTo={paths.embeds()}
        isPending={create.isPending}
        isChanged={() => true}
        onSubmit={(values, { onSaved, onRefused }) =>
          create.mutate(
            { body: createEmbedRequest(values, api.connection.id) },
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
    </div>
  )
}
