import { useQuery } from '@tanstack/react-query'
import { Copy, FileJson, Link2, Terminal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHref } from 'react-router-dom'
import { getDeployment } from '../../contract/control-plane/deployments.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MenuItem } from '../../ui/overlay/menu.tsx'
import { query, useApi } from '../api.tsx'
import { copyText } from '../shell/copy-text.ts'
import { curlText, type ShownRequest } from './curl-text.ts'

const JsonDialog = lazyPart(() => import('./json-dialog.tsx').then((code) => code.JsonDialog))

type ObjectFacts = {
  /** What it is: “deployment”. */
  noun: string
  id: string
  /** Where it is read: below an address of the server that keeps it. */
  url?: string
  credential?: ShownRequest['credential']
  /** Where the console shows it: a path of the router, or a whole address. */
  to: string
  value: unknown
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/**
 * What every object offers: its id, the request that reads it, a link to where it is shown, its JSON.
 * @returns items for a Menu, and the window that they open, to be put beside that menu
 */
export function useObjectMenu(facts: ObjectFacts): { items: ReactNode; dialog: ReactNode } {
  const { noun, value } = facts
  const [isOpen, setIsOpen] = useState(false)
  return {
    items: <ObjectItems {...facts} onShowJson={() => setIsOpen(true)} />,
    dialog: isOpen && <ObjectJson noun={noun} value={value} onClose={() => setIsOpen(false)} />,
  }
}

type ObjectItemsProps = Omit<ObjectFacts, 'value'> & { onShowJson: () => void }

/** These items alone, for menus of which a page has many: their cost comes with opening one. */
export function ObjectItems({
  noun,
  id,
  url,
  credential = 'key',
  to,
  onShowJson,
}: ObjectItemsProps) {
  const path = useHref(to)
  const href = to.startsWith('/') ? path : to
  const curl = (url: string) =>
    copyText(curlText({ method: 'GET', url, credential }), 'curl command')
  return (
    <>
      <MenuItem icon={<Copy {...iconProps} />} onSelect={() => copyText(id, `${noun} id`)}>
        Copy id
      </MenuItem>
      {url && (
        <MenuItem icon={<Terminal {...iconProps} />} onSelect={() => curl(url)}>
          Copy as curl
        </MenuItem>
      )}
      <MenuItem
        icon={<Link2 {...iconProps} />}
        onSelect={() => copyText(new URL(href, location.href).href, 'link')}
      >
        Copy link
      </MenuItem>
      <MenuItem icon={<FileJson {...iconProps} />} onSelect={onShowJson}>
        Show as JSON
      </MenuItem>
    </>
  )
}

/** An object as the server tells it. */
export function ObjectJson(props: Pick<ObjectFacts, 'noun' | 'value'> & { onClose: () => void }) {
  return <JsonDialog isOpen {...props} />
}

/** The address of something on the control plane, as a script would call it. */
export function useControlPlaneUrl(): (path: string) => string {
  const { connection } = useApi()
  return (path) => `${connection.base_url}${path}`
}

/** The address of something of the console's own, and what opens it, as a script would call it. */
export function useGatewayRead(): (path: string) => Pick<ShownRequest, 'url' | 'credential'> {
  const { gateway } = useApi()
  return (path) => ({ url: `${gateway.baseUrl}${path}`, credential: 'token' })
}

/** The address of something on a deployment's agent server, as a script would call it. */
export function useAgentUrl(deploymentId: string): (path: string) => string {
  const params = { deployment_id: deploymentId }
  const { data } = useQuery(query(useApi().controlPlane, getDeployment, { params }))
  return (path) => `${data?.source_config.custom_url ?? ''}${path}`
}
