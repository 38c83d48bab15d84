import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { emptyDatabase } from '../../helpers/database.ts'

it('what was made at previews before it was marked is marked by the upgrade, and nothing else', async () => {
  const database = await emptyDatabase()
  const [deployment, revision, preview] = [randomUUID(), randomUUID(), randomUUID()]
  const at = '2030-01-01T00:00:00Z'
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    const places = names.map((_, index) => `$${index + 1}`)
    return database.query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    )
  }
  // As a preview was before: its rows point at one another alone.
  await database.query('alter table previews disable trigger all')
  try {
    await insert('previews', {
      preview_id: preview,
      deployment_id: deployment,
      revision_id: revision,
      created_at: at,
    })
  } finally {
    await database.query('alter table previews enable trigger all')
  }
  const make = async (deployment_id: string, metadata: object) => {
    const thread_id = randomUUID()
    const made = {
      deployment_id,
      metadata: JSON.stringify(metadata),
      created_at: at,
      updated_at: at,
    }
    await insert('threads', { thread_id, ...made })
    await insert('runs', {
      ...made,
      run_id: randomUUID(),
      thread_id,
      assistant_id: randomUUID(),
      graph_id: 'agent',
      status: 'success',
      kwargs: '{}',
      multitask_strategy: 'enqueue',
    })
    return thread_id
  }
  const [there, own] = [
    await make(preview, { team: 'a', revision_id: 'mine' }),
    await make(deployment, { team: 'b', preview_of: 'claimed' }),
  ]
  const marks = (await readMigrations()).find(({ name }) => name.startsWith('026'))
  await database.query(marks?.sql ?? '')
  for (const table of ['threads', 'runs']) {
    const rows = await database.query<{ thread_id: string; metadata: object }>(
      `select thread_id, metadata from ${table}`,
    )
    const metadata = new Map(rows.map((row) => [row.thread_id, row.metadata]))
    expect(metadata.get(there)).toEqual({
      team: 'a',
      preview_of: deployment,
      revision_id: revision,
    })
    expect(metadata.get(own)).toEqual({ team: 'b' })
  }
})
