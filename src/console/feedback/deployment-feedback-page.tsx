import { useSuspenseQuery } from '@tanstack/react-query'
import { getDeployment } from '../../contract/control-plane/deployments.ts'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { FeedbackView } from './feedback-view.tsx'
import { readFeedbackAhead } from './queries.ts'

export const handle = {
  useTitle: () => 'Feedback',
  to: (params) => paths.deploymentFeedback(params.deploymentId ?? ''),
  section: 'feedback',
  readAhead: (client, api, { deploymentId = '' }, address) =>
    readFeedbackAhead(client, api, address, deploymentId),
} satisfies PageHandle

/** The votes on the answers of one deployment. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { data } = useSuspenseQuery(
    query(useApi().controlPlane, getDeployment, { params: { deployment_id: deploymentId } }),
  )
  return <FeedbackView deploymentId={deploymentId} servingId={data.active_revision_id} />
}
