import { parseSync } from 'vite'
import type { SourceFile } from './import-rules.ts'

/** Every function, component and callback of the files that has more lines, as `path: name, lines`. */
export function longFunctions(files: readonly SourceFile[], most: number): string[] {
  return files.flatMap(({ path, source }) => {
    const found: string[] = []
    const visit = (node: unknown, name: string): void => {
      if (Array.isArray(node)) {
        for (const item of node) visit(item, name)
        return
      }
      if (typeof node !== 'object' || node === null) return
      const { type, start, end, id, key, body } = node as Partial<Node>
      const own = id?.name ?? key?.name ?? name
      if (type && start !== undefined && end !== undefined && body && /Function/.test(type)) {
        const lines = source.slice(start, end).split('\n').length
        if (lines > most) found.push(`${path}: ${own}, ${lines}`)
      }
      for (const part of Object.values(node)) visit(part, own)
    }
    visit(parseSync(path, source).program, '')
    return found
  })
}

interface Node {
  type: string
  start: number
  end: number
  id: { name?: string } | null
  key: { name?: string }
  body: unknown
}
