import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Filter } from 'lucide-react'
import { useParams } from 'react-router-dom'
import type { PageWithViews } from '../../../contract/gateway/views.ts'
import { useApi } from '../../api.tsx'
import { useGoneDeployments, viewsQuery } from '../../lists/views/use-views.ts'
import { viewPages } from '../../lists/views/view-pages.ts'
import { useLastDeployment } from '../navigation/last-deployment.ts'
import { PaletteItem, paletteIcon } from './palette-item.tsx'

/** Saved views by their names; those of a deployment's pages lead to the deployment that was looked at last. */
export function PaletteViews({ go }: { go: (to: string) => void }) {
  const api = useApi()
  const { deploymentId } = useParams()
  const lastId = useLastDeployment(api.connection.id)
  const { data } = useQuery(viewsQuery(api))
  const views = (data ?? []).flatMap((view) => {
    // A newer server may have views of pages that are not known here.
    const page = Object.hasOwn(viewPages, view.page) && viewPages[view.page as PageWithViews]
    const path = page ? page.to(deploymentId ?? lastId) : null
    if (!page || !path) return []
    const about = new URLSearchParams(view.query).get('deployment')
    return [{ ...view, words: page.words, about, to: view.query ? `${path}?${view.query}` : path }]
  })
  const gone = useGoneDeployments(views.flatMap(({ about }) => about ?? []))
  if (views.length === 0) return null
  return (
    <Command.Group heading="Views">
      {views.map(({ id, name, words, about, to }) => (
        <PaletteItem
          key={id}
          value={`view ${id}`}
          also={['view', words]}
          icon={<Filter {...paletteIcon} />}
          note={about && gone.has(about) ? 'its deployment is gone' : words}
          onSelect={() => go(to)}
        >
          {name}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}
