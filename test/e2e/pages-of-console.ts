import { expect } from '@playwright/test'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import type { Embed } from '../../src/contract/embeds/embeds.ts'
import { sessionLimits } from '../../src/contract/qa/sessions.ts'
import { minutes } from '../helpers/patience.ts'
import type { ConsoleServer } from './console-server.ts'
import { type Served, served } from './served.ts'

/** Parts of the console that are looked at on their own, so that workers share the whole. */
export const parts = ['deployments', 'threads', 'runs', 'qa', 'services', 'settings'] as const
export type Part = (typeof parts)[number]

/** A route of the console with a name and an address that shows it. */
export interface ShownPage {
  part: Part
  route: string
  name: string
  path: string
}

const aLongName = 'a-deployment-with-the-longest-name-that-the-rules-allow'

/** Calls the console's own server as an administrator does; reads where there is no body. */
type AskGateway = <Answer>(path: string, body?: object, method?: string) => Promise<Answer>

/**
 * Fills a server whose examples are being deployed: runs that ended well and badly, one that waits for
 * a person, a deployment that failed, votes, an embed, a connection that leads nowhere.
 * @returns every route of the console, some of them with several objects
 */
export async function fillConsole(
  server: ConsoleServer,
  gateway: AskGateway,
): Promise<ShownPage[]> {
  const examples = await served(server)
  await watched(gateway)
  const failed = await failedDeployment(server)
  const { thread, runs } = await talk(server)
  const connection = await gateway<{ id: string }>('/gateway/connections', {
    name: 'A server that is away and has a rather long name',
    kind: 'self_hosted',
    base_url: 'http://127.0.0.1:9/api-host',
    api_key: 'away',
  })
  await gateway(`/gateway/connections/${connection.id}/test`, {})
  const embed = await gateway<Embed>('/gateway/embeds', {
    connection_id: 'local',
    deployment_id: examples.id,
    assistant_id: 'guide',
    name: 'The documentation',
    allowed_origins: ['https://docs.example.com'],
  })

  await gateway('/gateway/connections/local/views', {
    page: 'all-runs',
    name: 'Failed runs of everything that is deployed here',
    query: 'status=failed',
  })
  const preview = await openPreview(server, examples)
  const { suite, session, blind } = await judged(gateway, examples)

  const deployment = `/deployments/${examples.id}`
  const revision = examples.latest_revision_id
  const compared = `before=${revision}&after=${revision}`
  return [
    ...all('deployments', [
      page('/', 'start', '/'),
      page('/deployments', 'deployments', '/deployments'),
      page('/deployments', 'no deployment of a name', '/deployments?name=none-such'),
      page('/deployments/new', 'new deployment', '/deployments/new'),
      page('/deployments/:deploymentId', 'deployment', deployment),
      page('/deployments/:deploymentId', 'preview of a revision', `/deployments/${preview}`),
      page('/deployments/:deploymentId', 'failed deployment', `/deployments/${failed.id}`),
      page('/deployments/:deploymentId', 'no such deployment', `/deployments/${revision}`),
      page('/deployments/:deploymentId/revisions', 'revisions', `${deployment}/revisions`),
      page(
        '/deployments/:deploymentId/revisions/compare',
        'compare revisions',
        `${deployment}/revisions/compare?${compared}`,
      ),
      page(
        '/deployments/:deploymentId/revisions/:revisionId',
        'revision',
        `${deployment}/revisions/${revision}`,
      ),
      page('/deployments/:deploymentId/assistants', 'assistants', `${deployment}/assistants`),
      page(
        '/deployments/:deploymentId/assistants/:assistantId',
        'assistant',
        `${deployment}/assistants/guide`,
      ),
      page('/deployments/:deploymentId/schedules', 'schedules', `${deployment}/schedules`),
      page('/deployments/:deploymentId/edit', 'edit deployment', `${deployment}/edit`),
      page('/deployments/:deploymentId/retention', 'retention', `${deployment}/retention`),
    ]),
    ...all('threads', [
      page('/deployments/:deploymentId/threads', 'threads', `${deployment}/threads`),
      page('/deployments/:deploymentId/threads', 'no threads', `/deployments/${failed.id}/threads`),
      page(
        '/deployments/:deploymentId/threads/:threadId',
        'new thread',
        `${deployment}/threads/new`,
      ),
      page(
        '/deployments/:deploymentId/threads/:threadId',
        'thread',
        `${deployment}/threads/${thread}`,
      ),
      page('/threads', 'threads of all deployments', '/threads'),
    ]),
    ...all('runs', [
      page('/deployments/:deploymentId/runs', 'runs', `${deployment}/runs`),
      ...runs.map((run, index) =>
        page(
          '/deployments/:deploymentId/threads/:threadId/runs/:runId',
          `run ${index + 1}`,
          `${deployment}/threads/${thread}/runs/${run}`,
        ),
      ),
      page('/deployments/:deploymentId/feedback', 'feedback', `${deployment}/feedback`),
      page('/overview', 'overview of all deployments', '/overview'),
      page('/runs', 'runs of all deployments', '/runs'),
      page('/runs', 'runs of a view', '/runs?status=failed'),
    ]),
    ...all('qa', [
      page('/qa/suites', 'suites', '/qa/suites'),
      page('/qa/suites/:suiteId', 'suite', `/qa/suites/${suite}`),
      page('/qa/suites/:suiteId', 'case of a suite', `/qa/suites/${suite}?case=accept`),
      page('/qa/sessions', 'sessions', '/qa/sessions'),
      page('/qa/sessions/new', 'new session', `/qa/sessions/new?suite=${suite}`),
      page('/qa/sessions/:sessionId', 'session', `/qa/sessions/${session}`),
      page('/qa/sessions/:sessionId', 'blind session', `/qa/sessions/${blind}`),
      page('/qa/sessions/:sessionId/results', 'results', `/qa/sessions/${session}/results`),
      page('/qa/sessions/:sessionId/review/:index', 'review', `/qa/sessions/${session}/review/1`),
      page(
        '/qa/sessions/:sessionId/review/:index',
        'judged case',
        `/qa/sessions/${session}/review/0`,
      ),
    ]),
    ...all('services', [
      page('/alerts', 'alerts', '/alerts'),
      page('/alerts', 'no alert of a state', '/alerts?state=ended'),
      page('/alerts/rules', 'alert rules', '/alerts/rules'),
      page('/alerts/channels', 'alert channels', '/alerts/channels'),
      page('/oauth-providers', 'OAuth providers', '/oauth-providers'),
      page('/oauth-providers/~new', 'new OAuth provider', '/oauth-providers/~new'),
      page('/oauth-providers/:providerId', 'OAuth provider', '/oauth-providers/example'),
      page('/oauth-providers/:providerId', 'refused OAuth provider', '/oauth-providers/%20'),
      page(
        '/oauth-providers/:providerId/edit',
        'edit OAuth provider',
        '/oauth-providers/example/edit',
      ),
      page('/embeds', 'embeds', '/embeds'),
      page('/embeds/new', 'new embed', '/embeds/new'),
      page('/embeds/:embedId', 'embed', `/embeds/${embed.id}`),
      page('/embeds/:embedId/analytics', 'embed analytics', `/embeds/${embed.id}/analytics`),
      page('/feedback', 'feedback of all', '/feedback'),
      page('/connections', 'connections', '/connections'),
      page('/connections/new', 'new connection', '/connections/new'),
      page('/connections/:connectionId', 'connection', `/connections/${connection.id}`),
      page(
        '/connections/:connectionId/edit',
        'edit connection',
        `/connections/${connection.id}/edit`,
      ),
    ]),
    ...all('settings', [
      page('/settings', 'appearance', '/settings'),
      page('/settings/users', 'users', '/settings/users'),
      page('/settings/password', 'own password', '/settings/password'),
      page('/settings/faults', 'fault lab', '/settings/faults'),
      page('/settings/tokens', 'API tokens', '/settings/tokens'),
      page('/settings/audit', 'audit log', '/settings/audit'),
      page('/settings/stack', 'health of the stack', '/settings/stack'),
      page('/docs', 'docs', '/docs'),
      page('/docs', 'found in the docs', '/docs?q=rollback'),
      page('/docs/:docId', 'page of the docs', '/docs/operators-guide'),
      page('/docs/:docId', 'page of the docs with pictures', '/docs/judging'),
      page('/docs/:docId', 'no such page of the docs', '/docs/nothing'),
      page('/*', 'no such page', '/nowhere'),
    ]),
  ]
}

/** A rule that finds the rollout that fails next, a silence, and a channel that no rule tells: nothing is tried again and again. */
async function watched(gateway: AskGateway): Promise<void> {
  await gateway('/gateway/alerts/channels', {
    name: 'Operators on duty, by mail',
    kind: 'email',
    smtp_host: '127.0.0.1',
    smtp_port: 9,
    from: 'quarterdeck@example.com',
    to: ['operators@example.com'],
  })
  const rule = { name: 'Rollouts of everything that is deployed here', kind: 'rollout_failed' }
  await gateway('/gateway/alerts/rules', rule)
  await gateway('/gateway/alerts/rules', { name: 'Error rate', kind: 'error_rate' })
  await gateway('/gateway/alerts/silences', { minutes: 40_000, reason: 'Nobody is on duty' })
}

/** The revision that serves, run without traffic as well. Answers the preview's id. */
async function openPreview(server: ConsoleServer, { id, latest_revision_id }: Served) {
  const path = `/api-host/v2/deployments/${id}/revisions/${latest_revision_id}/preview`
  const { body } = await server.api<{ preview_id: string }>(path, { method: 'POST', body: {} })
  return body.preview_id
}

/** A suite with a session that has ended and is judged in part, and one that is judged blind. */
async function judged(gateway: AskGateway, { id: deployment_id }: Served) {
  const suites = await gateway<{ suite_id: string; name: string }[]>('/gateway/qa/suites')
  const suite = suites.find(({ name }) => name.startsWith('Approval'))?.suite_id
  const targets = ['approval', 'guide'].map((assistant_id) => ({
    connection_id: 'local',
    deployment_id,
    revision_id: null,
    assistant_id,
  }))
  const begin = async (more: object) => {
    const asked = { suite_id: suite, targets, caps: { at_once: sessionLimits.at_once }, ...more }
    const made = await gateway<{ session_id: string }>('/gateway/qa/sessions', asked)
    const at = `/gateway/qa/sessions/${made.session_id}`
    await expect
      .poll(async () => (await gateway<{ status: string }>(at)).status, { timeout: minutes(1) })
      .toBe('done')
    return made.session_id
  }
  const [session, blind] = await Promise.all([
    begin({ repeats: 2, name: 'Approval against the guide' }),
    begin({ is_blind: true, name: 'Judged blind' }),
  ])
  await gateway(`/gateway/qa/sessions/${session}/review/0`, { better: 'a' }, 'PUT')
  return { suite, session, blind }
}

const page = (route: string, name: string, path: string) => ({ route, name, path })
const all = (part: Part, pages: Omit<ShownPage, 'part'>[]): ShownPage[] =>
  pages.map((one) => ({ part, ...one }))

/** One whose server is not there, so that its first revision fails at once. */
async function failedDeployment(server: ConsoleServer): Promise<Deployment> {
  const { body } = await server.api<Deployment>('/api-host/v2/deployments', {
    method: 'POST',
    body: {
      name: aLongName,
      source: 'external_docker',
      source_config: { custom_url: 'http://127.0.0.1:9' },
      source_revision_config: {},
      secrets: [],
    },
  })
  return body
}

/** A thread with an answer that was rated, a failure, and a question to a person. */
async function talk(server: ConsoleServer) {
  const agent = <Answer>(path: string, body?: object) =>
    server.api<Answer>(`/agents/examples${path}`, body ? { method: 'POST', body } : {})
  const { body: made } = await agent<{ thread_id: string }>('/threads', {})
  const at = `/threads/${made.thread_id}/runs`
  const runs: string[] = []
  for (const [assistant_id, content] of [
    ['guide', 'What does a rollback delete, and what is left of the thread when it is done?'],
    ['faulty', 'Sort these words'],
    ['approval', 'Refund order 4411, €84.00, the lamp arrived broken'],
  ]) {
    const input = { messages: [{ role: 'user', content }] }
    const feedback_keys = ['user_score']
    const { body } = await agent<{ run_id: string }>(at, { assistant_id, input, feedback_keys })
    await agent(`${at}/${body.run_id}/join`)
    runs.push(body.run_id)
  }
  const { body: token } = await server.api<{ url: string }>('/api/v1/feedback/tokens', {
    method: 'POST',
    body: { run_id: runs[0], feedback_key: 'user_score' },
  })
  const comment = 'It names everything that is deleted, and what stays.'
  await server.api(new URL(token.url).pathname, { method: 'POST', body: { score: 1, comment } })
  return { thread: made.thread_id, runs }
}
