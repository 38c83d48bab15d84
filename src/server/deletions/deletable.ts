import type { DeletionRow } from './deletion-store.ts'

/** What is to be deleted, and where it is. */
export type Thing = Pick<DeletionRow, 'subject_id' | 'connection_id' | 'deployment_id'>

/**
 * How one kind of things is deleted. Both throw 404 for what is not there, 409 for what may not be deleted, and another
 * error where that could not be asked.
 */
export interface Deletable {
  /** Whether it could be deleted now. */
  check(thing: Thing): Promise<void>
  remove(thing: Thing): Promise<void>
}
