import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { percentile } from '../page-costs.ts'
import { type EditedProject, exampleProjects, type Project, wordProjects } from './projects.ts'
import { serve } from './served.ts'

/**
 * `npm run bench:dev [-- --saves 20 --edits 100 --pause 1500]`: how long a saved file of the examples takes to be live,
 * beside a program that only imports the same files, in turns; then so many random edits of a small project, some broken,
 * of which the last has to be what the agent answers. `pause` is what somebody who edits leaves between two saves.
 */
const { values } = parseArgs({
  options: {
    saves: { type: 'string', default: '20' },
    edits: { type: 'string', default: '100' },
    pause: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
  },
})
const [saves, edits, pauseMs] = [Number(values.saves), Number(values.edits), Number(values.pause)]
const place = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-'))
const run = promisify(execFile)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function measure(project: Project): Promise<string> {
  const { folder, file, linePrefix, floor } = project
  const served = await serve(folder, path.join(place, `data-${path.basename(folder)}`))
  const figures: Record<'live' | 'floor', number[]> = { live: [], floor: [] }
  try {
    // The first one warms up.
    for (let save = 0; save <= saves; save += 1) {
      await delay(pauseMs)
      const live = await timed(async () => {
        const next = served.next()
        await appendFile(file, `${linePrefix} save ${save}\n`)
        const outcome = await next
        if (outcome.outcome !== 'live') throw new Error(JSON.stringify(outcome))
      })
      const [program, ...args] = floor
      const plain = await timed(() => run(program, args, { cwd: folder }))
      if (save === 0) continue
      figures.live.push(live)
      figures.floor.push(plain)
    }
  } finally {
    await served.close()
  }
  const shown = [figures.live, figures.floor].flatMap((all) =>
    [0.5, 0.95].map((share) => `${percentile(all, share).toFixed(0)} ms`),
  )
  return `| ${[project.name, ...shown].join(' | ')} |`
}

/** Answers how many edits were broken. Throws when the last one is not what the agent answers. */
async function editAtRandom({ folder, file, linePrefix }: EditedProject): Promise<number> {
  const random = generator(Number(values.seed))
  const content = (edit: number) => `${linePrefix}word = "edit ${edit}"\n`
  await writeFile(file, content(0))
  const served = await serve(folder, path.join(place, `data-${path.basename(folder)}`))
  let broken = 0
  try {
    for (let edit = 1; edit <= edits; edit += 1) {
      const isBroken = edit < edits && random() < 0.3
      if (isBroken) broken += 1
      await writeFile(file, isBroken ? `${linePrefix}word = (\n` : content(edit))
      // From within the same burst to longer than a load takes.
      await delay(random() ** 3 * 1500)
    }
    const limit = Date.now() + 60_000
    while ((await served.answer()) !== `edit ${edits}`) {
      if (Date.now() > limit) throw new Error(`It answers ${await served.answer()}.`)
      await delay(100)
    }
  } finally {
    await served.close()
  }
  return broken
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

try {
  const projects = await exampleProjects(place)
  if (saves > 0) {
    console.log(
      `${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.versions.node}, ${saves} saves`,
    )
    console.log('\n|  | save to live, median | 95th percentile | importing alone, median | 95th |')
    console.log('|---|---:|---:|---:|---:|')
    for (const project of projects) console.log(await measure(project))
  }
  if (edits > 0) {
    for (const project of await wordProjects(place, projects.length > 1)) {
      const broken = await editAtRandom(project)
      console.log(
        `\n${project.name}: ${edits} random edits, ${broken} of them broken: the agent answers what the file says.`,
      )
    }
  }
} finally {
  await rm(place, { recursive: true, force: true })
}
