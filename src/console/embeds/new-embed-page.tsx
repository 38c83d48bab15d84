import { useNavigate } from 'react-router-dom'
import { createEmbed, listEmbeds } from '../../contract/embeds/embeds.ts'
import { newEmbedPage } from '../../contract/pages/deployment-pages.ts'
import { queryKey, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { EmbedForm } from './embed-form.tsx'
import { createEmbedRequest, valuesOfEmbed } from './embed-values.ts'

export const handle = {
  useTitle: () => 'New',
  section: 'embeds',
  firstReads: newEmbedPage,
} satisfies PageHandle

/** Sets up a chat for other people's pages. */
export function Component() {
  const { gateway, connection } = useApi()
  const navigate = useNavigate()
  return (
    <EmbedForm
      title="New embed"
      before={valuesOfEmbed({})}
      endpoint={createEmbed}
      inputOf={(values) => ({ body: createEmbedRequest(values, connection.id) })}
      invalidates={[queryKey(gateway, listEmbeds)]}
      onSaved={({ id }) => navigate(paths.embed(id))}
      submitLabel="Create embed"
    />
  )
}
