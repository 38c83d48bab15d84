import type { Rule } from './rule.ts'

const guard = 'src/server/agent-server/auth/guard-requests.ts'
const inPython = 'src/server/executor-python/quarterdeck_executor/project/leave_to_server.py'
const tests = ['test/server/agent-server/auth/app-middleware.test.ts']

/** What the app of a project is asked of the agent server's own addresses, and with whose rights it passes that on. */
export const rulesOfApps: readonly Rule[] = [
  {
    says: 'middleware has no request whose sender was not asked for',
    file: guard,
    from: 'isIn || (http.is_middleware_first ?? areOpen)',
    to: 'isIn || true',
    tests,
  },
  {
    says: 'unless the project lets it come first',
    file: guard,
    from: 'http.is_middleware_first ?? areOpen)',
    to: 'areOpen)',
    tests,
  },
  {
    says: 'who the authorization has named it stays, whatever middleware makes of the request',
    file: guard,
    from: '?? passedRequestOf(context)?.user',
    to: '',
    tests,
  },
  {
    says: 'what everybody is told is told to everybody',
    file: guard,
    from: "if (guard === 'everybody') return true",
    to: '',
    tests: ['test/server/agent-server/auth/every-endpoint.test.ts'],
  },
  {
    says: 'whether the server is well is not the app’s to say',
    file: guard,
    from: ' || endpoint === getServerHealth) return false',
    to: ') return false',
    tests,
  },
  {
    says: 'nor what only operators ask',
    file: guard,
    from: "!guard || guard === 'server' || endpoint",
    to: '!guard || endpoint',
    tests,
  },
  {
    says: 'what the agent’s own code asks does not go by its app',
    file: guard,
    from: 'if (ownAskerOf(context) || context.req',
    to: 'if (context.req',
    tests,
  },
  {
    says: 'a request that was passed on is not given to the app once more',
    file: guard,
    from: 'if (http?.app && !passedRequestOf(context)) {',
    to: 'if (http?.app) {',
    tests,
  },
  {
    says: 'what middleware makes another request of is without the key',
    file: 'src/server/agent-server/own-requests/own-door.ts',
    from: 'if (passed.isSame(method, pathname)) {',
    to: 'if (passed) {',
    tests,
  },
  {
    says: 'a request is passed on while it is open, and no longer',
    file: 'src/server/agent-server/executors/app-requests.ts',
    from: 'if (pass) this.#keys.endPass(pass.pass_token)',
    to: '',
    tests: ['src/server/agent-server/executors/app-requests.test.ts'],
  },
  {
    says: 'an app has a word at its own addresses alone where it has no middleware',
    file: guard,
    from: "part === '*' || part === first",
    to: 'part',
    tests,
  },
  {
    says: 'a route of an app in Python takes the place of the server’s',
    file: inPython,
    from: ' and not _is_routed(router.routes, scope)',
    to: '',
    tests,
  },
  {
    says: 'the server hears that whoever asked by an app in Python has left',
    file: inPython,
    from: '[work, left], return_when',
    to: '[work], return_when',
    tests,
  },
]
