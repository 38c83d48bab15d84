import { useMatches } from 'react-router-dom'
import { isForReviewers, pages } from '../../../contract/pages.ts'
import { useIsReviewer } from './use-is-reviewer.ts'

/** Whether the address is of a page that reviewers may not open, and a reviewer is there. */
export function useIsRefused(): boolean {
  const isReviewer = useIsReviewer()
  // What is behind the start page and unknown addresses is no page: they lead on, or say so.
  const page = useMatches().find(({ id }) => Object.hasOwn(pages, id))
  return isReviewer && page !== undefined && !isForReviewers(page.id)
}
