import type { Context } from 'hono'
import type { AuthFilter } from './auth-filter.ts'

/** What the project's authorization has said of a request, for its handler. */
export interface GrantedAccess {
  /** The records that the request may touch. */
  filter: AuthFilter | null
  /** Metadata that belongs onto a record which the request itself does not describe, such as a copy. */
  metadata: Record<string, unknown> | null
  /** The answer is a list, which only the handler can narrow: it has to take the filter. */
  isList: boolean
  isTaken: boolean
  /** The rule of the endpoint was asked. */
  isAsked: boolean
}

export function newAccess(): GrantedAccess {
  return { filter: null, metadata: null, isList: false, isTaken: false, isAsked: false }
}

const name = 'access'

export function keepAccess(context: Context, access: GrantedAccess): void {
  context.set(name, access)
}

function accessOf(context: Context): GrantedAccess | undefined {
  return context.get(name) as GrantedAccess | undefined
}

/** Who a request is from. */
export function keepIdentity(context: Context, identity: string): void {
  context.set('identity', identity)
}

/** Who the project's authorization says a request is from; null where there is none. */
export function identityOf(context: Context): string | null {
  return (context.get('identity') as string | undefined) ?? null
}

/** The records that a request may touch, to be put into the statement that reads them; null: all. */
export function takeFilter(context: Context): AuthFilter | null {
  const access = accessOf(context)
  if (access) access.isTaken = true
  return access?.filter ?? null
}

/** What is to be kept on a record beside what the request says. */
export function metadataFor(context: Context): Record<string, unknown> {
  return accessOf(context)?.metadata ?? {}
}
