import { z } from 'zod'

/** What the agent can ask leave for: a name, and the arguments that name takes. */
export interface Action {
  action: string
  args: Record<string, unknown>
}

const argsOf: Record<string, z.ZodObject> = {
  issue_refund: z.object({
    order_id: z.string().min(1, 'name the order'),
    amount: z.number('name an amount').positive('must be more than zero'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'use a three-letter code such as EUR'),
    reason: z.string(),
  }),
  send_message: z.object({
    to: z.string().min(1, 'name who gets it'),
    body: z.string().min(1, 'must not be empty'),
  }),
  create_task: z.object({ title: z.string().min(1, 'must not be empty') }),
}

/**
 * What is wrong with an action, as sentences for the person who has to decide: an unknown name, or
 * arguments that are missing or of the wrong kind. Empty when it can be carried out as it is.
 */
export function problemsOf({ action, args }: Action): string[] {
  const schema = argsOf[action]
  if (!schema) {
    return [`There is no action "${action}"; there are ${Object.keys(argsOf).join(', ')}.`]
  }
  const result = schema.safeParse(args)
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`)
}

/** One line that says what carrying out the action would do. */
export function summaryOf({ action, args }: Action): string {
  if (action === 'issue_refund') {
    const amount = typeof args.amount === 'number' ? args.amount.toFixed(2) : 'an unnamed amount'
    return `refund ${amount} ${args.currency} for order ${args.order_id || '(not named)'}`
  }
  if (action === 'send_message') return `send “${args.body}” to ${args.to || '(nobody named)'}`
  return `create the task “${args.title}”`
}

/**
 * Reads a request and proposes one action: a refund, a message to somebody, or, for everything
 * else, a task. What the request does not say is left empty for the person to fill in.
 */
export function planAction(request: string): Action {
  if (/\b(refund\w*|reimburse\w*|money back)\b/i.test(request)) return planRefund(request)
  if (/\b(send|write to|e-?mail|message|tell|notify)\b/i.test(request)) {
    return planMessage(request)
  }
  return { action: 'create_task', args: { title: request } }
}

const currencyOf: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP' }

function planRefund(request: string): Action {
  const order = /\border\s*(?:no\.?|number)?\s*#?([a-z]*-?\d[\w-]*)|#([a-z]*-?\d[\w-]*)/i.exec(
    request,
  )
  const amount =
    /([€$£]|\b(?:EUR|USD|GBP)\b)\s?(\d+(?:[.,]\d{1,2})?)/i.exec(request) ??
    /(\d+(?:[.,]\d{1,2})?)\s?([€$£]|EUR\b|euros?\b|USD\b|dollars?\b|GBP\b|pounds?\b)/i.exec(request)
  const [value, unit] = amount ? numberFirst(amount[1] ?? '', amount[2] ?? '') : [undefined, '€']
  return {
    action: 'issue_refund',
    args: {
      order_id: order?.[1] ?? order?.[2] ?? '',
      amount: value === undefined ? null : Number(value.replace(',', '.')),
      currency: currencyCode(unit),
      reason: request,
    },
  }
}

function numberFirst(one: string, other: string): [string, string] {
  return /^\d/.test(one) ? [one, other] : [other, one]
}

function currencyCode(unit: string): string {
  const word = unit.toUpperCase()
  if (word.startsWith('EUR')) return 'EUR'
  if (word.startsWith('USD') || word.startsWith('DOLLAR')) return 'USD'
  if (word.startsWith('GBP') || word.startsWith('POUND')) return 'GBP'
  return currencyOf[unit] ?? 'EUR'
}

/** "to Ada" is surer than the word behind a verb, which may also begin "email a note to Ada". */
const recipients = [
  /\bto\s+([\w.+-]+@[\w.-]+\w|\p{L}[\p{L}\w-]*)/iu,
  /\b(?:tell|notify|e-?mail|message)\s+(?!an?\b|the\b)([\w.+-]+@[\w.-]+\w|\p{L}[\p{L}\w-]*)/iu,
]

function planMessage(request: string): Action {
  const to = recipients.map((form) => form.exec(request)?.[1]).find(Boolean)
  const quoted = /["“]([^"”]+)["”]/.exec(request)
  const body = quoted ?? /(?:\bthat|\bsaying|:)\s+(.+)$/is.exec(request)
  return {
    action: 'send_message',
    args: { to: to ?? '', body: (body?.[1] ?? request).trim() },
  }
}
