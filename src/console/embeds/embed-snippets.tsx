import { useState } from 'react'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import { CodeBlock } from '../../ui/page/code-block.tsx'
import { useApi } from '../api.tsx'

const kinds = ['script', 'inline', 'iframe', 'npm', 'react'] as const
type Kind = (typeof kinds)[number]

const labels: Record<Kind, string> = {
  script: 'Script tag',
  inline: 'Element in the page',
  iframe: 'Frame',
  npm: 'npm package',
  react: 'React',
}

/** What to put on a page. */
export function EmbedSnippets({ embed }: { embed: Embed }) {
  const [kind, setKind] = useState<Kind>('script')
  const { baseUrl } = useApi().gateway
  const server = new URL(`${baseUrl}/`, location.origin).href.replace(/\/$/, '')
  return (
    <CodeBlock
      title="Put it on a page"
      code={snippet(kind, server, embed.key)}
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

function snippet(kind: Kind, server: string, key: string): string {
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
