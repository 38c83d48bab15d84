import { parseSync } from 'vite'
import { type Mutation, mutation } from './mutation.ts'

/** A node of the syntax tree, with what the operators read of it. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

interface Change {
  start: number
  end: number
  text: string
}

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
}

/** Kinds of mistakes: a comparison, a limit, a condition, a word of a list, an early way out. */
const operators: Record<string, (node: Node, source: string) => Change[]> = {
  BinaryExpression: swapOperator,
  LogicalExpression: (node, source) =>
    node.operator === '??' ? [keep(node, node.left as Node, source)] : swapOperator(node, source),
  UnaryExpression: (node, source) =>
    node.operator === '!' ? [keep(node, node.argument as Node, source)] : [],
  ConditionalExpression: (node, source) => [
    keep(node, node.consequent as Node, source),
    keep(node, node.alternate as Node, source),
  ],
  IfStatement: (node) => (node.alternate ? [] : [{ ...placeOf(node), text: ';' }]),
  Literal: (node) => {
    if (typeof node.value === 'boolean') return [{ ...placeOf(node), text: String(!node.value) }]
    if (typeof node.value === 'number') return [{ ...placeOf(node), text: String(node.value + 1) }]
    return []
  },
  /** Each word of a list is in it for a reason. */
  ArrayExpression: (node) =>
    (node.elements as (Node | null)[]).flatMap((element) =>
      element && typeof element.value === 'string' ? [{ ...placeOf(element), text: "'~'" }] : [],
    ),
}

/** Everything that the operators change in a file, one change each. */
export function mutationsOf(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`)
  const changes: Change[] = []
  visit(program as unknown as Node, (node) => {
    changes.push(...(operators[node.type]?.(node, source) ?? []))
  })
  return changes.map((change) => mutation(file, source, change))
}

function swapOperator(node: Node, source: string): Change[] {
  const [left, right, operator] = [node.left as Node, node.right as Node, String(node.operator)]
  const text = swapped[operator]
  // A text that is put together is a sentence, not a rule.
  const isText = operator === '+' && [left, right].some(({ value }) => typeof value === 'string')
  if (text === undefined || isText) return []
  const start = source.indexOf(operator, left.end)
  return [{ start, end: start + operator.length, text }]
}

function keep(node: Node, part: Node, source: string): Change {
  return { ...placeOf(node), text: source.slice(part.start, part.end) }
}

function placeOf({ start, end }: Node): { start: number; end: number } {
  return { start, end }
}

/** Of these only what is inside of the type's brackets is code. */
const typed = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
/** A loop whose end is changed does not end. */
const loops = ['ForStatement', 'WhileStatement', 'DoWhileStatement']

function visit(node: Node, see: (node: Node) => void): void {
  if (node.type.startsWith('TS') && !typed.includes(node.type)) return
  see(node)
  for (const [field, value] of Object.entries(node)) {
    if (loops.includes(node.type) && field !== 'body') continue
    for (const child of [value].flat()) if (isNode(child)) visit(child, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
