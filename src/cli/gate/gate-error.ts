/** The gate could not decide: the server, or what was to be tested, was not there. A sentence. */
export class GateError extends Error {
  override name = 'GateError'
}
