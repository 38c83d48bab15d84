// @ts-check
/**
 * Loaded into the server before its own code: every connection and every name look-up that leads
 * away from this machine is refused and written down in the file QUARTERDECK_OUTSIDE_CALLS.
 */
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

const here = /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127\..*)$/
const file = process.env.QUARTERDECK_OUTSIDE_CALLS ?? ''

/** @param {string} what */
function refuse(what) {
  appendFileSync(file, `${what}\n`)
  return new Error(`Not allowed in this test: ${what}`)
}

const connect = Socket.prototype.connect
/** @this {Socket} @param {any[]} given */
Socket.prototype.connect = function (...given) {
  // Node's own callers hand in one list of options and callback.
  const options = Array.isArray(given[0]) ? given[0][0] : given[0]
  const host = typeof options === 'object' ? options?.host : given[1]
  if (typeof host === 'string' && !here.test(host)) throw refuse(`connection to ${host}`)
  return Reflect.apply(connect, this, given)
}

const lookup = dns.lookup
dns.lookup = /** @type {any} */ (
  (/** @type {string} */ name, /** @type {any[]} */ ...rest) => {
    if (!here.test(name)) throw refuse(`look-up of ${name}`)
    return Reflect.apply(lookup, dns, [name, ...rest])
  }
)
