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
      <h1 className="mb-4 font-title text-xl tracking-[-0.015em]">Feedback</h1>
      <FeedbackView />
    </>
  )
}
