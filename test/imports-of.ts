import { parseSync } from 'vite'

interface Node {
  type: string
  [field: string]: unknown
}

/** What one source file reaches for: modules at load time, modules later, and every other text in it. */
export interface Reach {
  static: string[]
  dynamic: string[]
  texts: string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function* nodesBelow(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesBelow(child)
    }
  }
}

/** The text of a string literal, or of a template without placeholders. */
function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : undefined
  if (value.type === 'TSLiteralType') return textOf(value.literal)
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.quasis)) return undefined
  return value.quasis
    .map((part: { value: { cooked?: string } }) => part.value.cooked ?? '')
    .join('*')
}

const isRequire = (node: Node) =>
  node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === 'require'

/** By path and source: many rules ask of the same files. */
const known = new Map<string, Reach>()

/**
 * Reads the imports of a TypeScript or JavaScript file from its syntax tree, type imports included, so that
 * comments and strings that look like imports do not count. Throws when the file does not parse.
 */
export function importsOf(path: string, source: string): Reach {
  const key = `${path}\n${source}`
  const found = known.get(key) ?? readImports(path, source)
  known.set(key, found)
  return found
}

function readImports(path: string, source: string): Reach {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  const reach: Reach = { static: [], dynamic: [], texts: [] }
  for (const node of nodesBelow(program as unknown as Node)) {
    const named =
      textOf(node.source) ?? (node.type === 'TSImportType' ? textOf(node.argument) : undefined)
    const isLater = node.type === 'ImportExpression'
    if (named !== undefined) (isLater ? reach.dynamic : reach.static).push(named)
    if (isRequire(node) && Array.isArray(node.arguments)) {
      const required = textOf(node.arguments[0])
      if (required !== undefined) reach.static.push(required)
    }
    const text = textOf(node)
    if (text !== undefined) reach.texts.push(text)
  }
  const modules = new Set([...reach.static, ...reach.dynamic])
  return { ...reach, texts: reach.texts.filter((text) => !modules.has(text)) }
}
