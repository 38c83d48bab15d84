import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card, CardHeader } from '../../../ui/page/card.tsx'
import { useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { PreviewState } from './preview-state.tsx'
import { previewsQuery } from './previews-query.ts'
import { StopPreviewButton } from './stop-preview-button.tsx'

/** The revisions of a deployment that run without traffic. Nothing is shown where there are none, or the server knows none. */
export function PreviewsCard({ deploymentId }: { deploymentId: string }) {
  const api = useApi()
  const { data = [] } = useQuery({
    ...previewsQuery(api, deploymentId),
    enabled: searchesRuns(api.connection),
  })
  if (data.length === 0) return null
  return (
    <Card>
      <CardHeader title="Previews" detail="revisions that run without traffic" />
      <ul className="divide-y divide-line">
        {data.map((preview) => (
          <li
            key={preview.preview_id}
            className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2"
          >
            <Link
              to={paths.deployment(preview.preview_id)}
              title={preview.name}
              className="mono rounded-sm underline decoration-line-strong underline-offset-2"
            >
              {shortId(preview.revision_id)}
            </Link>
            <span className="min-w-0 flex-1">
              <PreviewState preview={preview} />
            </span>
            <StopPreviewButton preview={preview} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
