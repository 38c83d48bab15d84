/** Opens a line, or runs a command, while this process has no descriptor left, and prints how that ended. */
import { openSync } from 'node:fs'
import { openFrameLine } from '../../../src/server/agent-server/executors/line/frame-line.ts'
import { runCommand } from '../../../src/server/control-plane/commands/run-command.ts'

const program = process.execPath
const args = ['--version']
const tell = (how: string) => {
  process.stdout.write(how)
  process.exit(0)
}
try {
  for (;;) openSync('/dev/null', 'r')
} catch {
  if (process.argv[2] === 'command') {
    const signal = new AbortController().signal
    const how = { cwd: '/', env: {}, timeLimitMs: 60_000, signal }
    tell((await runCommand(program, args, how)).how)
  }
  const enclosed = { program, args, env: {}, input: null, cwd: '/', parent: null }
  openFrameLine(enclosed, {
    onMessage: () => undefined,
    onBroken: () => undefined,
    onEnd: (end) => tell('error' in end ? `ended: ${end.error.message}` : 'ran'),
  })
}
