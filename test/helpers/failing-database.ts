import type { Database, Queryable } from '../../src/server/db/database.ts'
import { DatabaseAwayError } from '../../src/server/db/database-errors.ts'

/** Statements that are not answered, so many times. */
export interface Outage {
  of: RegExp
  times: number
}

export const noOutage: Outage = { of: /^$/, times: 0 }

/** The database as it is while it is away for some statements, by what `outage` answers; each that fails is counted down. */
export function failingDatabase(database: Database, outage: () => Outage): Database {
  const asking = (target: Queryable): Queryable => ({
    query(sql, values) {
      const current = outage()
      if (current.times === 0 || !current.of.test(sql)) return target.query(sql, values)
      current.times -= 1
      return Promise.reject(new DatabaseAwayError('the database system is in recovery mode'))
    },
  })
  return {
    ...database,
    ...asking(database),
    transaction: (work) => database.transaction((tx) => work(asking(tx))),
  }
}
