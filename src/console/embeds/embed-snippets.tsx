import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Embed, getWidgetBuild } from '../../contract/embeds/embeds.ts'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { CodeBlock } from '../../ui/page/code-block.tsx'
import { query, useApi } from '../api.tsx'

const kinds = ['script', 'fixed', 'inline', 'iframe', 'npm', 'react'] as const
type Kind = (typeof kinds)[number]

const labels: Record<Kind, string> = {
  script: 'Script tag',
  fixed: 'Script tag of this version, with its hash',
  inline: 'Element in the page',
  iframe: 'Frame',
  npm: 'npm package',
  react: 'React',
}

/** What to put on a page. */
export function EmbedSnippets({ embed }: { embed: Embed }) {
  const [kind, setKind] = useState<Kind>('script')
  const { gateway } = useApi()
  const server = new URL(`${gateway.baseUrl}/`, location.origin).href.replace(/\/$/, '')
  // Who asks has this build kept, so nobody asks before it is wanted.
  const build = useQuery({ ...query(gateway, getWidgetBuild), enabled: kind === 'fixed' })
  const fixed = build.data
    ? `<script src="${server}/${build.data.path}" integrity="${build.data.integrity}" crossorigin="anonymous" data-embed="${embed.key}" async></script>`
    : (build.error?.message ?? '…')
  return (
    <CodeBlock
      title="Put it on a page"
      code={kind === 'fixed' ? fixed : snippet(kind, server, embed.key)}
      label={labels[kind]}
      actions={
        <SelectMenu
          label="Kind"
          value={kind}
          options={kinds.map((value) => ({ value, label: labels[value] }))}
          onValueChange={setKind}
        />
      }
    />
  )
}

function snippet(kind: Exclude<Kind, 'fixed'>, server: string, key: string): string {
  const script = `<script src="${server}/widget.js"`
  switch (kind) {
    case 'script':
      return `${script} data-embed="${key}" async></script>`
    case 'inline':
      return `${script} async></script>\n<quarterdeck-chat embed="${key}" placement="inline"></quarterdeck-chat>`
    case 'iframe':
      return `<iframe src="${server}/embed/${key}" title="Chat" width="400" height="640"></iframe>`
    case 'npm':
      return `// npm install ${server}/quarterdeck-chat.tgz
import { mount } from 'quarterdeck-chat'

const chat = await mount({ server: '${server}', embed: '${key}' })`
    case 'react':
      return `// npm install ${server}/quarterdeck-chat.tgz
import { QuarterdeckChat } from 'quarterdeck-chat/react'

<QuarterdeckChat server="${server}" embed="${key}" />`
  }
}
