import { Navigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { useIsReviewer } from './use-is-reviewer.ts'

/** Leads to where somebody begins: reviewers to what they judge, others to what needs them. */
export function StartPage() {
  return <Navigate replace to={useIsReviewer() ? paths.qaSessions() : paths.overview()} />
}
