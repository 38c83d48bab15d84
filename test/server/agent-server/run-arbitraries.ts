import fc from 'fast-check'
import type { Database, Queryable } from '../../../src/server/db/database.ts'
import type { Step } from './run-steps.ts'

/** What can happen to the runs of threads, in sequences that are drawn; longer ones where there is time for a search. */
export function drawnSteps(isSearch: boolean) {
  const action = fc.constantFrom('interrupt' as const, 'rollback' as const)
  const some = fc.nat({ max: 7 })
  const create: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('create' as const),
    strategy: fc.constantFrom('enqueue' as const, 'enqueue', 'reject', 'interrupt', 'rollback'),
    isBound: fc.boolean(),
  })
  const cancelIds: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('cancel-ids' as const),
    runs: fc.array(some, { minLength: 1, maxLength: 3 }),
    action,
    wait: fc.boolean(),
  })
  const cancel: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('cancel' as const),
    run: some,
    action,
    wait: fc.boolean(),
  })
  const cancelStatus: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('cancel-status' as const),
    status: fc.constantFrom('pending' as const, 'running' as const, 'all' as const),
    action,
    wait: fc.boolean(),
  })
  const drop: fc.Arbitrary<Step> = fc.record({ do: fc.constant('drop' as const), run: some })
  const finish: fc.Arbitrary<Step> = fc.constant({ do: 'finish' })
  const own = [
    { weight: 6, arbitrary: create },
    { weight: 3, arbitrary: finish },
    { weight: 3, arbitrary: cancel },
    { weight: 1, arbitrary: cancelIds },
    { weight: 2, arbitrary: drop },
  ]
  const length = isSearch ? { minLength: 2, maxLength: 9 } : { minLength: 2, maxLength: 6 }
  const onThread = fc.array(fc.oneof(...own), length)
  /** Those that reach beyond their thread. */
  const alone = fc.array(fc.oneof(...own, { weight: 2, arbitrary: cancelStatus }), length)
  const kill: fc.Arbitrary<Step> = fc.constant({ do: 'kill-executor' })
  const restart: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('restart' as const),
    isCrash: fc.boolean(),
  })
  const withKills = fc.array(
    fc.oneof(...own, { weight: 3, arbitrary: kill }, { weight: 1, arbitrary: restart }),
    { minLength: 4, maxLength: isSearch ? 9 : 6 },
  )
  return { onThread, alone, withKills }
}

/** A database that a server can be cut off from in the middle of whatever it does. */
export function severable(database: Database): { database: Database; sever(): void } {
  let isSevered = false
  const guarded = (target: Queryable): Queryable => ({
    query(sql, params) {
      if (isSevered) return Promise.reject(new Error('The server is gone.'))
      return target.query(sql, params)
    },
  })
  return {
    database: {
      ...database,
      ...guarded(database),
      transaction(work) {
        if (isSevered) return Promise.reject(new Error('The server is gone.'))
        return database.transaction(async (tx) => {
          const result = await work(guarded(tx))
          if (isSevered) throw new Error('The server is gone.')
          return result
        })
      },
    },
    sever() {
      isSevered = true
    },
  }
}
