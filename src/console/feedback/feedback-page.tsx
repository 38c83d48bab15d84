import { PageHeader } from '../../ui/page/page-header.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { FeedbackView } from './feedback-view.tsx'
import { readFeedbackAhead } from './queries.ts'

export const handle = {
  useTitle: () => 'Feedback',
  to: paths.feedback,
  section: 'feedback',
  readAhead: (client, api, _params, address) => readFeedbackAhead(client, api, address),
} satisfies PageHandle

/** The votes on the answers of all deployments. */
export function Component() {
  return (
    <>
      <PageHeader title="Feedback" />
      <FeedbackView />
    </>
  )
}
