import { isAlive } from '../../cluster/server-store.ts'
import type { Condition } from './finding.ts'

const megabyte = 1024 * 1024

/** The disk of a server's data directory has less room than the rule wants. */
export const disk: Condition = async (db, rule) => {
  const rows = await db.query<{ host: string; free: number }>(
    `select s.host, min(s.disk_free_bytes) as free from alert_server_facts s
     where ${isAlive('s.server_id')} and s.disk_free_bytes < $1::float8 * ${megabyte}
     group by s.host`,
    [rule.threshold],
  )
  return rows.map(({ host, free }) => ({
    subject: `disk ${host}`,
    subject_name: host,
    deployment_id: null,
    revision_id: null,
    connection_id: null,
    title: `The disk of ${host} is nearly full`,
    detail: `${Math.floor(free / megabyte)} MB are free where the data directory is; the rule wants ${rule.threshold} MB.`,
  }))
}
