import { access, constants } from 'node:fs/promises'
import path from 'node:path'

/** The absolute path of a program that the search path of the environment names, or null. */
export async function findProgram(
  name: string,
  env: Record<string, string>,
): Promise<string | null> {
  if (path.isAbsolute(name)) return (await canRun(name)) ? name : null
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
  for (const folder of (env.PATH ?? '').split(path.delimiter)) {
    if (folder === '') continue
    for (const ending of endings) {
      const file = path.join(folder, name + ending)
      if (await canRun(file)) return file
    }
  }
  return null
}

function canRun(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
