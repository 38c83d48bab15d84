import { useQuery } from '@tanstack/react-query'
import { Copy, FileJson, Link2, Terminal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHref } from 'react-router-dom'
import { getDeployment } from '../contract/deployments.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { query, useApi } from './api.tsx'
import { requestText } from './request-text.ts'
import { copyText } from './shell/copy-text.ts'

const JsonDialog = lazyPart(() => import('./json-dialog.tsx').then((code) => code.JsonDialog))

type ObjectFacts = {
  /** What it is: “deployment”. */
  noun: string
  id: string
  /** Where it is read: below an address of the server that keeps it. Absent where no key opens it. */
  url?: string
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
  const { noun, id, url, to, value } = facts
  const [isOpen, setIsOpen] = useState(false)
  const path = useHref(to)
  const href = to.startsWith('/') ? path : to
  const curl = (url: string) =>
    copyText(requestText('curl', { method: 'GET', url }), 'curl command')
  return {
    items: (
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
        <MenuItem icon={<FileJson {...iconProps} />} onSelect={() => setIsOpen(true)}>
          Show as JSON
        </MenuItem>
      </>
    ),
    dialog: isOpen && (
      <JsonDialog isOpen onClose={() => setIsOpen(false)} noun={noun} value={value} />
    ),
  }
}

/** The address of something on the control plane, as a script would call it. */
export function useControlPlaneUrl(): (path: string) => string {
  const { connection } = useApi()
  return (path) => `${connection.base_url}${path}`
}

/** The address of something on a deployment's agent server, as a script would call it. */
export function useAgentUrl(deploymentId: string): (path: string) => string {
  const params = { deployment_id: deploymentId }
  const { data } = useQuery(query(useApi().controlPlane, getDeployment, { params }))
  return (path) => `${data?.source_config.custom_url ?? ''}${path}`
}
