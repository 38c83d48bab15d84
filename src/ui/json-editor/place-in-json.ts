import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { JsonPath } from './schema-hints.ts'

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/** Where in a JSON text somebody writes. */
export type PlaceInJson =
  | {
      kind: 'name'
      path: JsonPath
      present: readonly string[]
      from: number
      to: number
      hasValue: boolean
    }
  | { kind: 'value'; path: JsonPath; from: number; to: number }

/** The place at a position: a name of an object, a value, or null where neither is known. */
export function placeAt(state: EditorState, position: number): PlaceInJson | null {
  const node = syntaxTree(state).resolveInner(position, -1)
  const name = node.name === 'PropertyName' ? node : null
  if (name) {
    const object = name.parent?.parent
    if (!object) return null
    return {
      kind: 'name',
      path: pathTo(state, object),
      present: namesIn(state, object).filter((word) => word !== nameOf(state, name)),
      from: name.from,
      to: name.to,
      hasValue: state
        .sliceDoc(name.to, name.to + 20)
        .trimStart()
        .startsWith(':'),
    }
  }
  const before = state.sliceDoc(Math.max(0, position - 200), position).trimEnd()
  const isLeaf = ['String', 'Number', 'True', 'False', 'Null'].includes(node.name)
  const [from, to] = isLeaf ? [node.from, node.to] : [position, position]
  if (isLeaf) return { kind: 'value', path: pathTo(state, node), from, to }
  const object = closest(node, ['Object', 'Property', 'Array'])
  if (object?.name === 'Property' && before.endsWith(':')) {
    return { kind: 'value', path: pathTo(state, object), from, to }
  }
  const holder = closest(node, ['Object'])
  if (!holder || !/[{,]$/.test(before)) return null
  const present = namesIn(state, holder)
  return { kind: 'name', path: pathTo(state, holder), present, from, to, hasValue: false }
}

/** The stretch of text that holds the value at a path, or the whole where the path leads nowhere. */
export function rangeOf(state: EditorState, path: JsonPath): { from: number; to: number } {
  let node: SyntaxNode | null = syntaxTree(state).topNode.firstChild
  for (const step of path) {
    const next: SyntaxNode | null = node && childAt(state, node, step)
    if (!next) break
    node = next
  }
  return node ? { from: node.from, to: node.to } : { from: 0, to: state.doc.length }
}

const punctuation = ['{', '}', '[', ']', ',', ':', '⚠']

function childAt(state: EditorState, node: SyntaxNode, step: string | number): SyntaxNode | null {
  if (node.name === 'Array') return itemsOf(node)[Number(step)] ?? null
  const found = node
    .getChildren('Property')
    .find((property) => nameOf(state, property.getChild('PropertyName')) === String(step))
  return found?.lastChild && found.lastChild.name !== 'PropertyName' ? found.lastChild : null
}

function itemsOf(array: SyntaxNode): SyntaxNode[] {
  const items: SyntaxNode[] = []
  for (let child = array.firstChild; child; child = child.nextSibling) {
    if (!punctuation.includes(child.name)) items.push(child)
  }
  return items
}

function pathTo(state: EditorState, node: SyntaxNode): JsonPath {
  const path: (string | number)[] = []
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === 'Property') path.unshift(nameOf(state, at.getChild('PropertyName')))
    const from: number = at.from
    if (at.parent?.name === 'Array') {
      path.unshift(itemsOf(at.parent).findIndex((item) => item.from === from))
    }
  }
  return path
}

function namesIn(state: EditorState, object: SyntaxNode): string[] {
  return object
    .getChildren('Property')
    .map((property) => nameOf(state, property.getChild('PropertyName')))
}

function nameOf(state: EditorState, node: SyntaxNode | null): string {
  return node ? state.sliceDoc(node.from, node.to).replace(/^"|"$/g, '') : ''
}

function closest(node: SyntaxNode, names: readonly string[]): SyntaxNode | null {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (names.includes(at.name)) return at
  return null
}
