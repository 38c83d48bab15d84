/** Files in which every mutation of the operators is tried, and the tests that are to notice them. */
export interface Subject {
  files: readonly string[]
  /** Cheap ones: they run once for each mutation. */
  tests: readonly string[]
}

/** Stores, in the statements of which everything is broken, and the tests that are to notice. */
export const stores: readonly Subject[] = [
  ...of('qa', ['attempts/attempt-store', 'attempts/lost-store'], 'attempt-claims'),
  ...of('qa', ['posts/post-store'], 'post-claims'),
  ...of('qa', ['reviews/verdict-store', 'session-store'], 'session-store'),
  ...of(
    'control-plane',
    ['revisions/revision-store', 'previews/preview-store', 'claim-store'],
    'revision-store',
    'rollout-claims',
  ),
  ...of(
    'embeds',
    ['visitors/message-store', 'visitors/visitor-store', 'usage-store', 'analytics-store'],
    'limits',
  ),
  ...of(
    'alerts',
    ['send/message-store', 'events/event-store', 'events/silence-store', 'rules/rule-store'],
    'alert-stores',
  ),
  ...of(
    'alerts',
    ['conditions/runs', 'conditions/votes', 'conditions/rollouts', 'conditions/processes'],
    'conditions',
  ),
  ...of(
    'control-plane',
    ['oauth/attempt-store', 'oauth/connection-store', 'oauth/provider-store'],
    'oauth-stores',
  ),
  ...of('tracing', ['feedback-store', 'token-store'], 'feedback-stores'),
  ...of('agent-server', ['crons/cron-store'], 'cron-claims', 'crons'),
  ...of('deletions', ['deletion-store'], 'deletions'),
]

/** Files of a room of the server, and tests of it. */
function of(room: string, files: readonly string[], ...tests: string[]): Subject[] {
  return files.map((file) => ({
    files: [`src/server/${room}/${file}.ts`],
    tests: tests.map((test) => `test/server/${room}/${test}.test.ts`),
  }))
}

/** A file and the test beside it. */
const beside = (...files: string[]): Subject[] =>
  files.map((file) => ({ files: [`${file}.ts`], tests: [`${file}.test.ts`] }))

const agent = 'src/contract/agent-server'
const runs = 'src/server/agent-server/runs'
const gateway = 'src/server/gateway'

/** Files of the contract: their endpoints are also looked at all together. */
const ofContract = (...files: string[]): Subject[] =>
  beside(...files).map((subject) => ({
    ...subject,
    tests: [...subject.tests, 'src/contract/endpoints.test.ts'],
  }))

const ofServer = beside(
  `${runs}/attempts`,
  `${runs}/engine-limits`,
  'src/server/tracing/feedback-limits',
  'src/server/tracing/token-expiry',
  `${gateway}/operators/access`,
  `${gateway}/operators/sign-in-limits`,
  `${gateway}/same-origin`,
  'src/server/outgoing/address-policy',
  `${gateway}/forward/hide-key`,
  `${gateway}/forward/hide-votes`,
)

export const subjects: readonly Subject[] = [
  ...ofContract(
    'src/contract/query',
    'src/contract/endpoint',
    `${agent}/runs`,
    `${agent}/command`,
    'src/contract/control-plane/revisions',
    'src/contract/control-plane/deployments',
    'src/contract/tracing/feedback',
  ),
  ...ofServer,
]
