import os from 'node:os'
import path from 'node:path'
import { type Figures, measure } from './measure.ts'
import { startOurs } from './ours.ts'
import { report } from './report.ts'
import type { Subject } from './subject.ts'
import { installVendor, startVendor } from './vendor.ts'
import { installVendorPython, startVendorPython } from './vendor-python.ts'

/**
 * `npm run bench:server [-- --rounds=5] [--python]`: our agent server and the vendor's in-memory one side by
 * side on this machine, on the same graphs, in turns; with `--python` on graphs in Python, beside the vendor's Python
 * development server. With DATABASE_URL ours is measured on that PostgreSQL server as well: give it an empty database.
 */
const rounds = Number(/--rounds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 5)
const isPython = process.argv.includes('--python')
const project = path.join(import.meta.dirname, isPython ? 'python-project' : 'project')
const { DATABASE_URL: databaseUrl } = process.env

await (isPython ? installVendorPython() : installVendor())
const subjects: Subject[] = []
try {
  const name = isPython ? 'vendor, Python' : 'vendor, in memory'
  subjects.push(await (isPython ? startVendorPython : startVendor)(name, project))
  subjects.push(await startOurs('ours, embedded database', project, null))
  if (databaseUrl) subjects.push(await startOurs('ours, PostgreSQL', project, databaseUrl))
  const figures = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]))
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    console.error(round === 0 ? 'Warming up' : `Round ${round} of ${rounds}`)
    const inTurn = round % 2 === 0 ? subjects : [...subjects].reverse()
    for (const subject of inTurn) {
      const measured = await measure(subject)
      if (round > 0) figures.get(subject.name)?.push(measured)
    }
  }
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${Math.round(os.totalmem() / 1024 ** 3)} GB, ${os.type()} ${os.release()}, Node ${process.versions.node}`
  console.log(report(machine, rounds, figures))
} finally {
  for (const subject of subjects) await subject.stop()
}
