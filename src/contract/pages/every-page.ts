import { listConnections } from '../gateway/connections.ts'
import { getSession } from '../gateway/session.ts'

/** What every page of the console asks for before anything else: who is there, and what there is to look at. */
export const readsOfEveryPage = [getSession, listConnections] as const
