import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { temporaryFolder } from './temporary-folder.ts'

const running = new Set<ChildProcess>()

/** A started program whose output can be waited for while it runs, and as a whole once all of it has ended. */
export function launch(program: string, args: string[], more: Record<string, string> = {}) {
  const { DATABASE_URL: _, QUARTERDECK_PASSWORD: __, ...env } = process.env
  const child = spawn(program, args, {
    cwd: tmpdir(),
    // Those would be installed for as long as such a server runs.
    env: { ...env, HOME: temporaryFolder(), QUARTERDECK_PYTHON_EXAMPLES: 'false', ...more },
    detached: true,
  })
  running.add(child)
  let output = ''
  let lookAgain = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      lookAgain()
    })
  }
  const ended = new Promise<{ code: number | null; output: string }>((done) => {
    child.once('close', (code) => {
      running.delete(child)
      done({ code, output })
    })
  })
  const printed = (pattern: RegExp) =>
    new Promise<string>((done, fail) => {
      lookAgain = () => {
        const found = pattern.exec(output)?.[1]
        if (found !== undefined) done(found)
      }
      lookAgain()
      void ended.then(() => fail(new Error(`It ended without printing ${pattern}:\n${output}`)))
    })
  return { child, ended, printed }
}

/** A failed test leaves its programs running: each is ended with all that it started. */
export function endLaunched(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
