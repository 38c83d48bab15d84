import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { childrenOf, signal } from './processes.ts'

/** The processes of a PostgreSQL server: those that serve connections, and their parent. */
async function processesOf(url: string): Promise<{ backends: number[]; parent: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number; own: boolean }>(
      "select pid, pid = pg_backend_pid() as own from pg_stat_activity where backend_type = 'client backend'",
    )
    const own = rows.find((row) => row.own)?.pid
    const status = await readFile(`/proc/${own}/status`, 'utf8')
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
    return { backends: rows.filter((row) => !row.own).map(({ pid }) => pid), parent }
  } finally {
    await client.end()
  }
}

/** Kills one of its processes: then it ends all others, breaks every connection, and recovers from its log. */
export async function crashPostgres(url: string): Promise<void> {
  const { backends } = await processesOf(url)
  const [first] = backends
  if (first !== undefined) signal(first, 'SIGKILL')
}

/** Stops all of it for so long. */
export async function pausePostgres(url: string, ms: number): Promise<void> {
  const { parent } = await processesOf(url)
  const all = [parent, ...(await childrenOf(parent))]
  for (const pid of all) signal(pid, 'SIGSTOP')
  await pause(ms)
  for (const pid of all) signal(pid, 'SIGCONT')
}
