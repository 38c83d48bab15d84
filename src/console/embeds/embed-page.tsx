import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Embed, getEmbed, listEmbeds, patchEmbed } from '../../contract/embeds/embeds.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { aboutEmbed, embedRead } from '../../contract/pages/embed-pages.ts'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
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
    useQuery(readQuery(useApi(), embedRead(embedId))).data?.name ?? null,
  section: 'embeds',
  firstReads: aboutEmbed,
} satisfies PageHandle

/** One embedded chat: its settings, how it looks, how to put it on a page, and its use. */
export function Component() {
  const { data: embed } = useSuspenseQuery(readQuery(useApi(), embedRead(useParam('embedId'))))
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
  const { gateway } = useApi()
  const params = { embed_id: embed.id }
  return (
    <EmbedForm
      title={embed.name}
      menu={<EmbedMenu embed={embed} />}
      isInColumn
      isGone={isGone}
      before={valuesOfEmbed(embed)}
      endpoint={patchEmbed}
      inputOf={(values, before) => ({ params, body: patchEmbedRequest(before, values) })}
      invalidates={[queryKey(gateway, listEmbeds), queryKey(gateway, getEmbed, { params })]}
      onSaved={() => toast.ok('Saved')}
      staysWith={valuesOfEmbed}
      submitLabel="Save"
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
