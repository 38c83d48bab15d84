/** True when an Accept-Encoding names a coding and does not refuse it by a weight of 0. */
export function accepts(accepted: string, coding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text))
  })
}
