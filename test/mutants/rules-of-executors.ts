import type { Rule } from './rule.ts'

const inNode = 'src/server/executor'
const inPython = 'src/server/executor-python/quarterdeck_executor'
const tests = 'test/server/agent-server'
const askedLease = [`${tests}/asked-lease.test.ts`]
const cancelledState = [`${tests}/cancelled-state.test.ts`]
const heldEvents = [`${tests}/held-events.test.ts`]
const streamModes = [`${tests}/stream-modes.test.ts`]
const streams = [`${tests}/streams.test.ts`]
const usage = [`${tests}/usage.test.ts`]
const runOptions = [`${tests}/run-options.test.ts`]
const badInput = [`${tests}/bad-input.test.ts`]
const continued = [`${tests}/continued-fork.test.ts`]
const threadStates = [`${tests}/thread-states.test.ts`]
const agentCode = [`${tests}/agent-code.test.ts`]
const strictResume = [`${tests}/strict-resume.test.ts`]
const deltaStates = [`${tests}/delta-states.test.ts`]
const isolation = [`${tests}/isolation.test.ts`]
const unkeepable = [`${tests}/unkeepable-values.test.ts`]
const projectHttp = [`${tests}/auth/project-http.test.ts`]
const who = [`${tests}/auth/who.test.ts`]

/** The same of the executors in both languages, which run in processes of their own. */
export const rulesOfExecutors: readonly Rule[] = [
  {
    says: 'no step is kept whose events are not on their way',
    file: `${inNode}/runs/run-graph.ts`,
    from: 'drained = drained.then(() => outlet.drain())',
    to: 'drained = Promise.resolve()',
    tests: heldEvents,
  },
  {
    says: 'of a state that could be read in part only it is told that there is more',
    file: `${inNode}/runs/run-graph.ts`,
    from: 'if (saver.hadToHide) snapshot',
    to: 'if (!saver) snapshot',
    tests: badInput,
  },
  {
    says: 'what was done until a run was stopped is kept',
    file: `${inNode}/runs/run-graph.ts`,
    from: 'if (signal.aborted) await Promise.race([watch.over, pause(stopMs, null, { ref: false })])',
    to: 'if (signal.aborted) await pause(0)',
    tests: cancelledState,
  },
  {
    says: 'what was done until a run was stopped is kept',
    file: `${inPython}/runs/stopping.py`,
    from: 'if not (may_keep and _is_keeping(task)):',
    to: 'if task:',
    tests: cancelledState,
  },
  {
    says: 'a step begins only while the lease holds',
    file: `${inNode}/runs/step-lease.ts`,
    from: 'while (!isWithin(this.#span)) await',
    to: 'while (false) await',
    tests: askedLease,
  },
  {
    says: 'a step begins only while the lease holds',
    file: `${inPython}/runs/step_lease.py`,
    from: 'if self._span["from"] <= now < self._span["until"]:',
    to: 'if now:',
    tests: askedLease,
  },
  {
    says: 'the thread’s own messages are not told again as complete',
    file: `${inNode}/runs/message-events.ts`,
    from: 'this.#done = new Set(knownIds)',
    to: 'this.#done = new Set()',
    tests: streams,
  },
  {
    says: 'a message is completed once',
    file: `${inNode}/runs/message-events.ts`,
    from: 'if (this.#done.has(id)) continue',
    to: '',
    tests: streams,
  },
  {
    says: 'events of the library’s own parts are not told',
    file: `${inNode}/runs/stream-events.ts`,
    from: "if (event.tags?.includes('langsmith:hidden')) continue",
    to: '',
    tests: streamModes,
  },
  {
    says: 'of who asked only the id is told in checkpoints',
    file: `${inNode}/runs/stream-events.ts`,
    from: 'const { langgraph_auth_user: _, langgraph_auth_permissions: __, ...shown } = configurable',
    to: 'const shown = configurable',
    tests: who,
  },
  {
    says: 'what a run of a fork continues is its own last checkpoint',
    file: `${inNode}/runs/graph-config.ts`,
    from: 'const fork = order.is_continued ? null : checkpoint',
    to: 'const fork = checkpoint',
    tests: continued,
  },
  {
    says: 'a run that goes on is not given its command again',
    file: `${inNode}/runs/graph-config.ts`,
    from: 'if (order.is_continued) return null',
    to: '',
    tests: continued,
  },
  {
    says: 'what a run’s metadata says never stands in place of the checkpoint’s own',
    file: `${inNode}/state/checkpoint-saver.ts`,
    from: '{ ...this.#told, ...metadata, ...this.#stamp }',
    to: '{ ...metadata, ...this.#stamp, ...this.#told }',
    tests: agentCode,
  },
  {
    says: 'questions of steps that are done are not open',
    file: `${inNode}/state/checkpoint-saver.ts`,
    from: "channel !== '__interrupt__' || !done.has(task_id)",
    to: 'channel.length > 0 || !done.has(task_id)',
    tests: runOptions,
  },
  {
    says: 'a value that would be stored as another one is refused',
    file: `${inNode}/state/checkpoint-saver.ts`,
    from: "if (channel !== '__error__') requireKeepable",
    to: "if (channel === '__error__') requireKeepable",
    tests: unkeepable,
  },
  {
    says: 'a state that the graph refuses is read without its last results',
    file: `${inNode}/state/readable-state.ts`,
    from: 'saver.hidesResults = true\n    try {',
    to: 'saver.hidesResults = false\n    try {',
    tests: badInput,
  },
  {
    says: 'what fails and nobody waits for does not end the runs of others',
    file: `${inNode}/main.ts`,
    from: "process.on('unhandledRejection',",
    to: "process.on('rejectionHandled',",
    tests: isolation,
  },
  {
    says: 'what the steps have told of usage is not counted with the whole graph again',
    file: `${inNode}/runs/run-watch.ts`,
    from: "if (message.getType() !== 'ai' || !this.#isNew(message)) return null",
    to: "if (message.getType() !== 'ai') return null",
    tests: usage,
  },
  {
    says: 'to remove a message is not refused at the door',
    file: `${inNode}/project/input-check.ts`,
    from: 'if (isRemoval(message)) return []',
    to: '',
    tests: badInput,
  },
  {
    says: 'a client that leaves ends the request in the project’s app',
    file: `${inNode}/project/http-app.ts`,
    from: "open.abort.abort(new DOMException('The client has left.', 'AbortError'))",
    to: '',
    tests: projectHttp,
  },
  {
    says: 'an answer that names no open question is refused where that is asked for',
    file: `${inPython}/runs/graph_input.py`,
    from: 'if order.get("strict_resume") and not (fork and await _is_earlier(order, fork, graph)):',
    to: 'if order.get("strict_resume") and not fork and state.tasks:',
    tests: strictResume,
  },
  {
    says: 'questions of an earlier checkpoint may be answered again',
    file: `${inNode}/runs/answers.ts`,
    from: 'const isEarlier = checkpoint_id !== undefined && checkpoint_id !== newest',
    to: 'const isEarlier = newest === undefined',
    tests: strictResume,
  },
  {
    says: 'what steps added is read from the newest whole value on',
    file: `${inPython}/state/delta_history.py`,
    from: 'self._open.discard(blob["channel"])',
    to: 'pass',
    tests: deltaStates,
  },
  {
    says: 'versions of branches are never the same',
    file: `${inNode}/state/checkpoint-saver.ts`,
    from: "${randomBytes(8).toString('hex')}`",
    to: '`',
    tests: threadStates,
  },
  {
    says: 'a flood of which nothing is taken ends when its run is stopped',
    file: 'src/server/executor/main.ts',
    from: '  run?.line.outlet.release()\n',
    to: '',
    tests: ['test/server/agent-server/untaken-events.test.ts'],
  },
  {
    says: 'a part of an app’s answer waits until the one before was taken',
    file: 'src/server/executor/project/http-app.ts',
    from: '      await taken\n',
    to: '',
    tests: ['src/server/executor/project/http-app.test.ts'],
  },
]
