// @ts-check

/** By name: the server's StartError is a class of its own, not loaded when something fails before it. */
const FOR_PEOPLE = ['UsageError', 'SetupError', 'StartError']

/**
 * Tells a person what went wrong and ends the process: 2 when the command line was not understood, else 1.
 * The stack is shown only when QUARTERDECK_DEBUG is set.
 * @param {unknown} error @returns {never}
 */
export function reportAndExit(error) {
  const known = error instanceof Error ? error : new Error(String(error))
  const isForPeople = FOR_PEOPLE.includes(known.name)
  if (process.env.QUARTERDECK_DEBUG) console.error(known)
  else if (isForPeople) console.error(known.message)
  else {
    console.error(`Quarterdeck stopped on an unexpected error: ${known.message}`)
    console.error('Set QUARTERDECK_DEBUG=1 to see where it came from.')
  }
  process.exit(known.name === 'UsageError' ? 2 : 1)
}
