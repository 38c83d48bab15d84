/** What the script of an enclosure shows of the machine: what is bound into it, read-only or to be written. */
export function mountedPlaces(script: string): string[] {
  const bound = script.matchAll(/mount (?:--rbind|-o rbind,\S+) '([^']*)'/g)
  return [...bound].map(([, place = '']) => place)
}
