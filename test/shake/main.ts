/**
 * Tests beside a load: `npm run shake -- [--load 8] [--times 3] [files]`. Runs the suite, or these files, so many times
 * while so many processes keep the processors busy, and ends with a table of the files that fell. What falls here waits
 * for too little, or too briefly.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureConsoleBuilt } from '../../src/cli/building/built-console.mjs'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import { type Ran, runPlaywright, runVitest } from '../runners.mjs'
import { chosenFiles } from './chosen-files.ts'
import { type Fallen, fallenTable } from './fallen-table.ts'

const { values, positionals } = parseArgs({
  options: {
    load: { type: 'string', default: '8' },
    times: { type: 'string', default: '3' },
  },
  allowPositionals: true,
})
const times = Number(values.times)
// Two processors do the work of a suite in its time: what is beside it takes its share of them.
process.env.QUARTERDECK_TEST_PATIENCE ??= String(1 + Number(values.load) / 2)
const chosen = chosenFiles(positionals)
const fallen: Fallen[] = []

if (chosen.e2e) await ensureConsoleBuilt(checkoutRoot)
const busy = Array.from({ length: Number(values.load) }, () =>
  spawn(process.execPath, [path.join(import.meta.dirname, 'busy.mjs')], {
    stdio: ['pipe', 'ignore', 'ignore'],
  }),
)
try {
  for (let time = 1; time <= times; time += 1) {
    console.log(`\nTime ${time} of ${times}, beside ${busy.length} busy processes.`)
    if (chosen.unit) take(time, 'vitest', await runVitest('shake', chosen.unit))
    if (chosen.e2e) take(time, 'Playwright', await runPlaywright('shake-e2e', chosen.e2e, false))
  }
} finally {
  for (const process of busy) process.kill('SIGKILL')
}
console.log(`\n${fallenTable(fallen, times)}`)
process.exitCode = fallen.length > 0 ? 1 : 0

function take(time: number, runner: string, { code, how, outside, files }: Ran): void {
  const failed = files?.filter(({ counts }) => counts.failed > 0) ?? []
  for (const { file, failures } of failed) fallen.push({ time, file, said: failures[0] ?? '' })
  for (const said of outside) fallen.push({ time, file: `${runner}, outside of any test`, said })
  const isExplained = code === 0 || failed.length > 0 || outside.length > 0
  if (!isExplained) fallen.push({ time, file: runner, said: how })
}
