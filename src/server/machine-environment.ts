/**
 * The variables of the server's own environment that a program which it starts may have: those that
 * `isWanted` picks and that are not empty. What the server itself can be told is a setting
 * (process/settings.mjs); everything else of its environment stays with it.
 */
export function machineEnvironment(isWanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value && isWanted(name) ? [[name, value]] : [],
    ),
  )
}
