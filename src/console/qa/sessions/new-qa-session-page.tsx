import { useSuspenseQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { newQaSessionPage } from '../../../contract/pages/qa-pages.ts'
import { createSession, listSessions } from '../../../contract/qa/sessions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { queryKey, useApi } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { suitesQuery } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useRefusal } from '../../shell/page/use-refusal.ts'
import { AttemptCount } from './form/attempt-count.tsx'
import { onlyDeployment } from './form/only-deployment.ts'
import { SessionFields } from './form/session-form.tsx'
import { fieldOf, newSession, sessionRequest } from './form/session-values.ts'

export const handle = {
  useTitle: () => 'New',
  section: 'qa-sessions',
  firstReads: newQaSessionPage,
} satisfies PageHandle

/** Begins a session: which suite, against whom, how often. */
export function Component() {
  const api = useApi()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const refusal = useRefusal('operator')
  const { data: suites } = useSuspenseQuery(suitesQuery(api))
  if (suites.length === 0) return <NoSuites />
  const wanted = suites.find(({ suite_id }) => suite_id === params.get('suite'))
  const only = suites.length === 1 ? suites[0] : undefined
  const { connection, gateway } = api
  const serving = {
    connection_id: connection.id,
    deployment_id: params.get('deployment') ?? onlyDeployment(connection),
    revision_id: '',
    assistant_id: '',
  }
  const tried = { ...serving, revision_id: params.get('revision') ?? '' }
  const targets = params.get('against') === 'serving' ? ([serving, tried] as const) : tried
  return (
    <FormPage
      title="New session"
      before={newSession((wanted ?? only)?.suite_id ?? '', targets)}
      endpoint={createSession}
      inputOf={(values) => ({ body: sessionRequest(values) })}
      invalidates={[queryKey(gateway, listSessions)]}
      onSaved={({ session_id }) => navigate(paths.qaSession(session_id))}
      fieldOf={fieldOf}
      submitLabel="Begin session"
      cancelTo={paths.qaSessions()}
      refusal={refusal}
      effect={(body) => <AttemptCount body={body} />}
    >
      {(form) => <SessionFields form={form} suites={suites} />}
    </FormPage>
  )
}

function NoSuites() {
  return (
    <>
      <PageHeader title="New session" />
      <Card>
        <EmptyState
          icon={<ListChecks aria-hidden size={24} strokeWidth={1.5} />}
          title="There is no suite to run"
          action={
            <Button variant="primary" render={<Link to={paths.suites()} />}>
              QA suites
            </Button>
          }
        >
          A suite holds the cases that a session asks. Make one first, or import it from a file.
        </EmptyState>
      </Card>
    </>
  )
}
