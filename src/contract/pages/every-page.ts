import { listConnections } from '../gateway/connections.ts'
import { getSession } from '../gateway/session.ts'

/** What every page of the console asks for before anything else: who is there. */
export const readsOfEveryPage = [getSession] as const

/** And what there is to look at: asked with the first where somebody is known to be there whom it is told, else after it. */
export const readsOfKnownPeople = [listConnections] as const
