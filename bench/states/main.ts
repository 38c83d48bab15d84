import path from 'node:path'
import { startOurs } from '../server/ours.ts'
import { processTree } from '../server/processes.ts'
import type { Subject } from '../server/subject.ts'
import { mediansInTurns, whileAsked } from './measure.ts'

/**
 * `npm run bench:states [-- --megabytes=50]`: what others notice while big states are written and read. Two small
 * requests are asked meanwhile, each 20 ms after its last answer, one that the server answers by itself and one that it asks the database for;
 * what is told is the longest that one of them took, and how many times that is of the longest without the reading.
 * At last a state and a run of a thread with many steps, beside those of one with few, in turns.
 */
const megabytes = Number(/--megabytes=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 50)
const project = path.join(import.meta.dirname, 'project')
const ofStep = 2
/** One value, within its limit. */
const ofOne = Math.min(megabytes, 30)

const ours = await startOurs('ours', project, process.env.DATABASE_URL ?? null, 'none')
try {
  const small = await threadOf(ours, {})
  const quiet = await whileAsked(ours, small, () => new Promise((done) => setTimeout(done, 3_000)))
  console.log(
    '|  | took | longest small request | × quiet | that asks the database | × quiet | memory |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  const show = async (name: string, work: () => Promise<unknown>) => {
    const told = await whileAsked(ours, small, work)
    const times = (longest: number, before: number) =>
      `${longest.toFixed(0)} ms | ${(longest / before).toFixed(1)}×`
    const memory = (await processTree(ours.pid)).map((one) => one.memory / 1024 ** 2)
    console.log(
      `| ${name} | ${(told.tookMs / 1_000).toFixed(1)} s | ${times(told.own, quiet.own)} | ${times(told.stored, quiet.stored)} | ${memory.map((one) => one.toFixed(0)).join(' + ')} MB |`,
    )
  }
  await show('Nothing', () => new Promise((done) => setTimeout(done, 3_000)))
  const steps = Math.ceil(megabytes / ofStep)
  let thread = ''
  await show(`Run that writes ${steps} states of ${ofStep} MB`, async () => {
    thread = await threadOf(ours, { size: ofStep, steps })
  })
  const read = (at: string, body?: object) => ask(ours, `/threads/${thread}${at}`, body)
  await show(`History of ${megabytes} MB`, () => read('/history', { limit: 1_000 }))
  for (const time of ['second', 'third', 'fourth']) {
    await show(`The same a ${time} time`, () => read('/history', { limit: 1_000 }))
  }
  await show(`Run that waits for a state of ${ofOne} MB of words`, async () => {
    thread = await threadOf(ours, { size: ofOne, steps: 1, of: 'words' })
  })
  await show('Its state', () => read('/state'))
  await show(`Run that waits for a state of ${ofOne} MB of noise`, async () => {
    thread = await threadOf(ours, { size: ofOne, steps: 1 })
  })
  await show('Its state', () => read('/state'))
  await show('Its history', () => read('/history', { limit: 10 }))
  await show('Its thread', () => read(''))
  await show('A list with it', () => ask(ours, '/threads/search', { limit: 10 }))
  await showLength()
} finally {
  await ours.stop()
}

async function showLength() {
  const steps = [2, 800]
  const threads = [
    await threadOf(ours, { steps: steps[0] }),
    await threadOf(ours, { steps: steps[1] }),
  ]
  console.log(
    `\n|  | thread of ${steps[0]} steps | of ${steps[1]} | factor |\n|---|---:|---:|---:|`,
  )
  const work: [name: string, of: (thread: string) => Promise<unknown>][] = [
    ['State', (thread) => ask(ours, `/threads/${thread}/state`)],
    ['Run', (thread) => ask(ours, `/threads/${thread}/runs/wait`, runOf({ steps: 1 }))],
  ]
  for (const [name, of] of work) {
    const [short = 0, long = 0] = await mediansInTurns(threads.map((thread) => () => of(thread)))
    console.log(
      `| ${name} | ${short.toFixed(1)} ms | ${long.toFixed(1)} ms | ${(long / short).toFixed(2)}× |`,
    )
  }
}

/** A thread with one run that was waited for. */
async function threadOf(subject: Subject, input: object): Promise<string> {
  const { thread_id } = JSON.parse(await ask(subject, '/threads', {})) as { thread_id: string }
  const output = await ask(subject, `/threads/${thread_id}/runs/wait`, runOf(input))
  if (output.includes('__error__')) throw new Error(output.slice(0, 500))
  console.error(`  an answer of ${output.length} characters`)
  return thread_id
}

function runOf(input: object) {
  return {
    assistant_id: 'grow',
    input: { size: 0, steps: 1, ...input },
    stream_mode: 'updates',
    config: { recursion_limit: 1_000 },
  }
}

async function ask({ url, headers }: Subject, at: string, body?: object): Promise<string> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(`${url}${at}`, { headers, ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`${at} answered ${response.status}: ${text.slice(0, 500)}`)
  if (text.length > 1_000_000) console.error(`  ${at}: ${text.length} characters`)
  return text
}
