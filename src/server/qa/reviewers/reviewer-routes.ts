import type { Hono } from 'hono'
import * as contract from '../../../contract/qa/reviewers.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { QaContext } from '../qa-context.ts'
import { listNamed } from '../session-store.ts'
import { keepOwnReviewer, ownReviewer } from './own-reviewer.ts'

/** Who can be named as a reviewer, and who somebody is where nobody signs in. */
export function mountReviewers(routes: Hono, qa: QaContext): void {
  const present = async (own: string | null) => {
    const known = qa.hasPeople ? await qa.knownNames() : await listNamed(qa.database)
    const names = new Set(own === null ? known : [...known, own])
    return { own, may_choose: !qa.hasPeople, names: [...names].sort() }
  }
  route(routes, contract.listReviewers, ({ context }) =>
    present(qa.nameOf(context) ?? (qa.hasPeople ? null : ownReviewer(context))),
  )
  route(routes, contract.chooseReviewer, ({ body, context }) => {
    if (qa.hasPeople) {
      throw new HttpError(409, 'People sign in here, and judge under their own names.')
    }
    keepOwnReviewer(context, qa.publicUrl, body.name)
    return present(body.name)
  })
}
