import { preparePython } from './python-tools.ts'

/**
 * Lets the tests of Python graphs run where there is a Python for them, and says in one line where there is
 * none. Where tests are run for everybody (`CI`), none is a failure, unless only the registry is missing.
 */
export async function withPython<File extends { project: { name: string } }>(
  files: File[],
  print: (line: string) => void,
): Promise<File[]> {
  const isOurs = ({ project }: File) => project.name === 'python'
  if (!files.some(isOurs)) return files
  const tools = await preparePython()
  if ('python' in tools) {
    // Workers are started with it.
    process.env.QUARTERDECK_TEST_PYTHON = tools.python
    process.env.QUARTERDECK_TEST_WHEELS = tools.wheels
    return files
  }
  const count = files.filter(isOurs).length
  const line = `Python: ${count} test files were not run: ${tools.missing}.`
  if (process.env.CI && !tools.isOffline) throw new Error(line)
  print(line)
  return files.filter((file) => !isOurs(file))
}
