import { useQuery } from '@tanstack/react-query'
import { chooseReviewer, listReviewers } from '../../../../contract/qa/reviewers.ts'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { SelectMenu } from '../../../../ui/overlay/select-menu.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../../../api.tsx'
import { reviewersQuery, whatSessionsChange } from '../../../objects/qa/qa-queries.ts'
import { useSession } from '../../../shell/use-session.ts'

/** Where nobody signs in under a name: as whom somebody judges, of those whom the session names. */
export function JudgeAs({ session: { reviewers } }: { session: Session }) {
  const api = useApi()
  const isUnnamed = useSession()?.user === null && reviewers.length > 0
  const { data } = useQuery({ ...reviewersQuery(api), enabled: isUnnamed })
  const choose = useCall(api.gateway, chooseReviewer, {
    invalidates: () => [queryKey(api.gateway, listReviewers), ...whatSessionsChange(api)],
  })
  if (!isUnnamed || !data?.may_choose) return null
  const own = data.own !== null && reviewers.includes(data.own) ? data.own : nobody
  return (
    <SelectMenu
      label="Judge as"
      variant="default"
      value={own}
      options={[
        ...reviewers.map((name) => ({ value: name, label: `As ${name}` })),
        { value: nobody, label: own === nobody ? 'Judge as…' : 'As none of them' },
      ]}
      onValueChange={(name) =>
        choose.mutate(
          { body: { name: name === nobody ? null : name } },
          { onError: (error) => toast.bad(error.message) },
        )
      }
    />
  )
}

/** Stands for no name: none is empty. */
const nobody = ''
