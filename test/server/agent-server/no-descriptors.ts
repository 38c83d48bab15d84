/** Opens a line while this process has no descriptor left, and prints how it ended. */
import { openSync } from 'node:fs'
import { openFrameLine } from '../../../src/server/agent-server/executors/line/frame-line.ts'

const enclosed = {
  program: process.execPath,
  args: ['--version'],
  env: {},
  input: null,
  cwd: '/',
  parent: null,
}
try {
  for (;;) openSync('/dev/null', 'r')
} catch {
  openFrameLine(enclosed, {
    onMessage: () => undefined,
    onBroken: () => undefined,
    onEnd: (end) => {
      process.stdout.write('error' in end ? `ended: ${end.error.message}` : 'ran')
      process.exit(0)
    },
  })
}
