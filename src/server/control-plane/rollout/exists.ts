import { access } from 'node:fs/promises'

/** True when there is something at the path. */
export function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  )
}
