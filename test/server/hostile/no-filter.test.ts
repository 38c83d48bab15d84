import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Isolation } from '../../../src/server/isolation/isolation.ts'
import { works } from '../../helpers/kernel-rules.ts'
import { isRoot } from './enclosure-kinds.ts'

const program = path.join(import.meta.dirname, 'isolation-found.ts')
const apart = ['unshare', '--mount']

it('35.2: where no filter can be had agents are kept apart without one, and that is said', async (test) => {
  if (!isRoot || !works('unshare', ['--mount', 'true'])) return test.skip()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-no-filter-'))
  const found = (before: string) => {
    const start = `${before} exec "$@"`
    const node = [process.execPath, '--import', 'tsx', program, dataDir]
    const [file = '', ...args] = [...apart, 'sh', '-c', start, 'sh', ...node]
    const said = execFileSync(file, args, { encoding: 'utf8' })
    return JSON.parse(said) as Pick<Isolation, 'kind' | 'notSeparated'>
  }
  const isFiltered = found('')
  // Perl is there, and cannot be started.
  const isNot = found('for perl in $(which -a perl); do mount --bind /dev/null "$perl"; done;')
  await rm(dataDir, { recursive: true })
  if (isFiltered.kind === 'none') return test.skip()
  expect(isFiltered.notSeparated).toEqual([])
  expect(isNot).toEqual({
    kind: isFiltered.kind,
    notSeparated: [expect.stringMatching(/every system call.*perl/i)],
  })
})
