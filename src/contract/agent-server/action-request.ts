/** One action that a run wants to take, and what may be answered. */
export interface ActionQuestion {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  /** The JSON schema of the arguments, where the question brings one. */
  readonly argsSchema: unknown
  readonly description: string
  readonly may: { accept: boolean; edit: boolean; respond: boolean; ignore: boolean }
  /** Words are an answer to the agent, or the reason of a rejection. */
  readonly wordsAre: 'answer' | 'reason'
}

export type ActionAnswer =
  | { type: 'accept' }
  | { type: 'edit'; args: unknown }
  | { type: 'response'; text: string }
  | { type: 'ignore' }

/** What an interrupt asks: each action has to be answered, then all answers go together. */
export interface ActionRequest {
  readonly questions: readonly ActionQuestion[]
  /** What the run is resumed with, for one answer a question, in order. */
  resume(answers: readonly ActionAnswer[]): unknown
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the value of an interrupt in the shapes that libraries of this field ask with: a human-in-the-loop
 * request (`{action_requests, review_configs}`, in snake case from Python, in camel case from JavaScript), or
 * questions of an agent inbox (`{action_request, config, description}`, one or a list). Null for every other
 * shape: that is answered with JSON.
 */
export function actionRequest(value: unknown): ActionRequest | null {
  return reviewRequest(value) ?? inboxRequest(value)
}

function inboxRequest(value: unknown): ActionRequest | null {
  const isList = Array.isArray(value)
  const questions = (isList ? value : [value]).map(inboxQuestion)
  const known = questions.filter((question) => question !== null)
  if (known.length === 0 || known.length < questions.length) return null
  return {
    questions: known,
    resume(answers) {
      const given = answers.map((answer, index) => inboxAnswer(answer, known[index]?.action ?? ''))
      return isList ? given : given[0]
    },
  }
}

function inboxQuestion(value: unknown): ActionQuestion | null {
  const { action_request, config, description } = fieldsOf(value)
  const { action, args } = fieldsOf(action_request)
  if (typeof action !== 'string') return null
  const allowed = fieldsOf(config)
  return {
    action,
    args: fieldsOf(args),
    argsSchema: null,
    description: typeof description === 'string' ? description : '',
    may: {
      accept: allowed.allow_accept !== false,
      edit: allowed.allow_edit === true,
      respond: allowed.allow_respond === true,
      ignore: allowed.allow_ignore !== false,
    },
    wordsAre: 'answer',
  }
}

function inboxAnswer(answer: ActionAnswer, action: string): Fields {
  switch (answer.type) {
    case 'edit':
      return { type: 'edit', args: { action, args: answer.args } }
    case 'response':
      return { type: 'response', args: answer.text }
    default:
      return { type: answer.type, args: null }
  }
}

function reviewRequest(value: unknown): ActionRequest | null {
  const fields = fieldsOf(value)
  const isSnake = Array.isArray(fields.action_requests)
  const requests = fields.action_requests ?? fields.actionRequests
  const configs = fields.review_configs ?? fields.reviewConfigs
  if (!Array.isArray(requests) || requests.length === 0) return null
  const questions = requests.map((request) =>
    reviewQuestion(fieldsOf(request), Array.isArray(configs) ? configs.map(fieldsOf) : []),
  )
  return {
    questions,
    resume: (answers) => ({
      decisions: answers.map((answer, index) => decision(answer, questions[index], isSnake)),
    }),
  }
}

function reviewQuestion(request: Fields, configs: readonly Fields[]): ActionQuestion {
  const name = typeof request.name === 'string' ? request.name : String(request.action ?? 'action')
  const config = configs.find((one) => (one.action_name ?? one.actionName) === name) ?? {}
  const listed = config.allowed_decisions ?? config.allowedDecisions
  const allowed = Array.isArray(listed) ? listed : ['approve', 'edit', 'reject']
  const hasRespond = allowed.includes('respond')
  return {
    action: name,
    args: fieldsOf(request.args ?? request.arguments),
    argsSchema: config.args_schema ?? config.argsSchema ?? null,
    description: typeof request.description === 'string' ? request.description : '',
    may: {
      accept: allowed.includes('approve'),
      edit: allowed.includes('edit'),
      respond: hasRespond || allowed.includes('reject'),
      ignore: allowed.includes('reject'),
    },
    wordsAre: hasRespond ? 'answer' : 'reason',
  }
}

function decision(
  answer: ActionAnswer,
  question: ActionQuestion | undefined,
  isSnake: boolean,
): Fields {
  switch (answer.type) {
    case 'accept':
      return { type: 'approve' }
    case 'ignore':
      return { type: 'reject' }
    case 'response':
      return {
        type: question?.wordsAre === 'answer' ? 'respond' : 'reject',
        message: answer.text,
      }
    case 'edit': {
      const edited = { name: question?.action ?? '', args: answer.args }
      return isSnake
        ? { type: 'edit', edited_action: edited }
        : { type: 'edit', editedAction: edited }
    }
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}
