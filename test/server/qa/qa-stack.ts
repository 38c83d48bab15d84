import type * as z from 'zod/mini'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Attempt } from '../../../src/contract/qa/attempts.ts'
import type { Case } from '../../../src/contract/qa/cases.ts'
import type { CaseRow, createSession, Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { startStack } from '../../helpers/stack.ts'

type Options = Parameters<typeof startStack>[0]
type CaseInput = z.input<typeof Case>
type Asked = Partial<z.input<(typeof createSession)['body']>>

/** A stack with the examples deployed, and what a tester does with it. */
export async function startQaStack(options: Options = {}) {
  const stack = await startStack({ withExamples: true, ...options })
  const { resources } = await stack.json<{ resources: Deployment[] }>(
    'GET',
    '/api-host/v2/deployments',
  )
  const [deployment] = resources
  if (!deployment) throw new Error('The examples are not deployed.')
  await stack.settled(deployment.id, deployment.latest_revision_id)

  const target = (assistant_id: string) => ({
    connection_id: 'local',
    deployment_id: deployment.id,
    assistant_id,
  })
  const qa = {
    stack,
    deployment,
    target,
    suite: (cases: CaseInput[], more: object = {}) =>
      stack.json<Suite>('POST', '/gateway/qa/suites', { name: 'Suite', cases, ...more }),
    begin: (suite: Pick<Suite, 'suite_id'>, asked: Asked) =>
      stack.json<Session>('POST', '/gateway/qa/sessions', { suite_id: suite.suite_id, ...asked }),
    session: (id: string) => stack.json<Session>('GET', `/gateway/qa/sessions/${id}`),
    act: (id: string, action: string) =>
      stack.call('POST', `/gateway/qa/sessions/${id}/actions/${action}`, {}),
    /** Asks until the session does not run any more. */
    async ended(id: string): Promise<Session> {
      for (;;) {
        const session = await qa.session(id)
        if (session.status !== 'running') return session
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    grid: async (id: string) =>
      (await stack.json<{ rows: CaseRow[] }>('GET', `/gateway/qa/sessions/${id}/grid`)).rows,
    /** The attempts of the session's cases by key, whole; the first of each. */
    async attempts(id: string): Promise<Record<string, Attempt>> {
      const rows = await qa.grid(id)
      const read = rows.flatMap(({ case_key, attempts: [first] }) =>
        first
          ? stack
              .json<Attempt>('GET', `/gateway/qa/sessions/${id}/attempts/${first.attempt_id}`)
              .then((attempt) => [case_key, attempt] as const)
          : [],
      )
      return Object.fromEntries(await Promise.all(read))
    },
  }
  return qa
}

export type QaStack = Awaited<ReturnType<typeof startQaStack>>
