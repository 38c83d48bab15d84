import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Embed, getEmbed, listEmbeds, patchEmbed } from '../../contract/embeds/embeds.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { query, queryKey, useApi, useCall } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { EmbedActions } from './embed-actions.tsx'
import { EmbedCheck } from './embed-check.tsx'
import { EmbedForm } from './embed-form.tsx'
import { EmbedPreview } from './embed-preview.tsx'
import { EmbedSnippets } from './embed-snippets.tsx'
import { EmbedUsage } from './embed-usage.tsx'
import { patchEmbedRequest, valuesOfEmbed } from './embed-values.ts'

export const handle = {
  useTitle: ({ embedId = '' }) =>
    useQuery(query(useApi().gateway, getEmbed, { params: { embed_id: embedId } })).data?.name ??
    null,
  section: 'embeds',
} satisfies PageHandle

/** One embedded chat: its settings, how it looks, how to put it on a page, and its use. */
export function Component() {
  const params = { embed_id: useParam('embedId') }
  const { data: embed } = useSuspenseQuery(query(useApi().gateway, getEmbed, { params }))
  const isDeleted = useRef(false)
  return (
    <div className="grid gap-x-8 gap-y-8 min-[1160px]:grid-cols-[minmax(0,1fr)_420px]">
      <Settings key={embed.id} embed={embed} isGone={() => isDeleted.current} />
      <div className="flex min-w-0 flex-col gap-6">
        <EmbedSnippets embed={embed} />
        <EmbedPreview embed={embed} />
        <EmbedCheck embed={embed} />
        <EmbedUsage embed={embed} />
        <EmbedActions
          embed={embed}
          onDeleted={() => {
            isDeleted.current = true
          }}
        />
      </div>
    </div>
  )
}

function Settings({ embed, isGone }: { embed: Embed; isGone: () => boolean }) {
  const api = useApi()
  // Taken anew only when saved: what is read later must not overwrite what is typed.
  const [before, setBefore] = useState(() => valuesOfEmbed(embed))
  const params = { embed_id: embed.id }
  const save = useCall(api.gateway, patchEmbed, {
    invalidates: () => [
      queryKey(api.gateway, listEmbeds),
      queryKey(api.gateway, getEmbed, { params }),
    ],
  })
  return (
    <EmbedForm
      title={embed.name}
      menu={<EmbedMenu embed={embed} />}
      isNew={false}
      isGone={isGone}
      before={before}
      submitLabel="Save"
      cancelTo={paths.embeds()}
      isPending={save.isPending}
      request={{
        method: 'PATCH',
        path: fillPath(patchEmbed.path, params),
        bodyOf: (values) => patchEmbedRequest(before, values),
      }}
      onSubmit={(values, { onSaved, onRefused }) =>
        save.mutate(
          { params, body: patchEmbedRequest(before, values) },
          {
            onSuccess: (saved) => {
              const next = valuesOfEmbed(saved)
              setBefore(next)
              onSaved(next)
              toast.ok('Saved')
            },
            onError: onRefused,
          },
        )
      }
    />
  )
}

function EmbedMenu({ embed }: { embed: Embed }) {
  const { items, dialog } = useObjectMenu({
    noun: 'embed',
    id: embed.id,
    ...useGatewayRead()(fillPath(getEmbed.path, { embed_id: embed.id })),
    to: paths.embed(embed.id),
    value: embed,
  })
  return (
    <>
      <MoreMenu label="More about this embed">{items}</MoreMenu>
      {dialog}
    </>
  )
}
