import { writeJson } from '../../contract/exact-json.ts'

/**
 * The fields of a body that are not as before: what is sent of a thing that is changed, so that what others saved of it
 * meanwhile stays.
 */
export function whatDiffers<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = before as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => writeJson(value) !== writeJson(old[name])),
  ) as Partial<Body>
}

/** Why it is not sent, where nothing of it differs. */
export function whyNothing(changes: object): string | undefined {
  return Object.keys(changes).length === 0 ? 'Nothing has changed yet' : undefined
}
