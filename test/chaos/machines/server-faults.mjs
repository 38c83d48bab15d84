// @ts-check
/**
 * Loaded into a server before its own code: what cannot be done to a process from outside. On SIGUSR2 it does what
 * the file of CHAOS_ORDER says: `end-database` ends the thread of the embedded database as if it had crashed, a
 * number sets the clock forward by so many ms.
 */
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import threads, { isMainThread } from 'node:worker_threads'

const file = process.env.CHAOS_ORDER
if (isMainThread && file) {
  /** @type {threads.Worker[]} */
  const databases = []
  threads.Worker = class extends threads.Worker {
    /** @param {string | URL} script @param {threads.WorkerOptions} [options] */
    constructor(script, options) {
      super(script, options)
      if (String(script).endsWith('/embedded-worker.mjs')) databases.push(this)
    }
  }
  syncBuiltinESMExports()

  const RealDate = Date
  let ahead = 0
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length > 0 ? args : [RealDate.now() + ahead], made),
    apply: () => new RealDate(RealDate.now() + ahead).toString(),
    get: (target, name) =>
      name === 'now' ? () => RealDate.now() + ahead : Reflect.get(target, name),
  })

  process.on('SIGUSR2', () => {
    const order = readFileSync(file, 'utf8')
    if (order === 'end-database') for (const database of databases) void database.terminate()
    else ahead += Number(order)
  })
}
