import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Whether a file of a project is loaded as CommonJS: by its ending, otherwise as the nearest package.json says. */
export async function isCommonJs(file: string): Promise<boolean> {
  if (/\.m[jt]s$/.test(file)) return false
  if (/\.c[jt]s$/.test(file)) return true
  return !(await isOfModules(path.dirname(file)))
}

async function isOfModules(folder: string): Promise<boolean> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null)
  if (text !== null) return typeOf(text) === 'module'
  const around = path.dirname(folder)
  return around !== folder && (await isOfModules(around))
}

function typeOf(text: string): unknown {
  try {
    return Object(JSON.parse(text)).type
  } catch {
    return undefined
  }
}
