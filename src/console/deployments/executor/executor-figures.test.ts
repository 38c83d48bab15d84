import { expect, it } from 'vitest'
import { executorFigures, figureInWords, megabytesText, nowText } from './executor-figures.ts'

const sample = { at: '2030-01-31T12:00:00Z', revision_id: 'r', restarts: 0 }
const executor = {
  state: 'up',
  revision_id: 'r',
  started_at: '2030-01-31T11:00:00Z',
  memory_limit_bytes: 512 * 1024 ** 2,
  cpu_limit: null,
  sample_every_ms: 5_000,
  kept_ms: 600_000,
  samples: [
    {
      ...sample,
      memory_bytes: 100 * 1024 ** 2,
      cpus_busy: null,
      loop_delay_ms: 0.2,
      active_runs: 0,
      queued_runs: 0,
    },
    {
      ...sample,
      memory_bytes: 182 * 1024 ** 2,
      cpus_busy: 0.42,
      loop_delay_ms: 2000,
      active_runs: 1,
      queued_runs: 2,
    },
  ],
}

it('says each chart in words: what is now, and what was', () => {
  const words = executorFigures(executor).map(figureInWords)
  expect(words[0]).toContain('now 182 MB of 512 MB; memory between 100 MB and 182 MB')
  expect(words[1]).toContain('now 42 %; of one processor 42 % all the time')
  expect(words[2]).toContain('now 2 s; longest delay between 0 ms and 2 s')
  expect(words[3]).toContain(
    'now 1 active, 2 queued; active between 0 and 1, queued between 0 and 2',
  )
})

it('says that nothing was measured', () => {
  const [memory] = executorFigures({ ...executor, memory_limit_bytes: null, samples: [] })
  if (!memory) throw new Error('There is no figure.')
  expect(nowText(memory)).toBe('–')
  expect(figureInWords(memory)).toContain('memory was not measured')
  expect(megabytesText(1536)).toBe('1.5 GB')
})
