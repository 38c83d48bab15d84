import type { Rule } from './rule.ts'

const traces = ['test/conformance/trace.test.ts']
const steps = 'src/server/tracing/traced-steps.ts'

/** What holds of traces, as the published client reads them. */
export const rulesOfTraces: readonly Rule[] = [
  {
    says: 'what was there before a run is no call of it',
    file: steps,
    from: "if (type !== 'tool' || !id || known.has(id)) return []",
    to: "if (type !== 'tool' || !id) return []",
    tests: traces,
  },
  {
    says: 'of steps that ran together the one that wrote an answer has it',
    file: steps,
    from: 'return alike.find(wrote) ?? alike[0]',
    to: 'return alike[0]',
    tests: traces,
  },
  {
    says: 'a task that goes on in another run is another part there',
    file: steps,
    from: '.update(`${runId}/${key}`)',
    to: '.update(key)',
    tests: traces,
  },
  {
    says: 'an answer ends with its step at the latest',
    file: steps,
    from: 'endedAt: Math.min(answer.at.getTime(), endedAt),',
    to: 'endedAt: answer.at.getTime() + 3_600_000,',
    tests: traces,
  },
  {
    says: 'the parts of what a project guards have no contents',
    file: 'src/server/tracing/trace-query.ts',
    from: 'isGuarded ? told.map(withoutContents) : told',
    to: 'told',
    tests: traces,
  },
  {
    says: 'parts are not looked for among roots',
    file: 'src/server/tracing/run-routes.ts',
    from: "if (isRoot === false || runType !== 'chain') {",
    to: "if (runType !== 'chain') {",
    tests: traces,
  },
]
