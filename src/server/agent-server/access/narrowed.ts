import type { Param } from '../search-parts.ts'
import { metadataColumn } from '../thread-metadata.ts'
import { type AuthFilter, filterCondition } from './auth-filter.ts'

/** A deployment of which only some threads, or none at all, are to be found. */
export interface Narrowed {
  deployment_id: string
  filter: AuthFilter | 'none'
}

/** What a search of one deployment may find, whose authorization was asked. */
export function narrowedTo(deployment_id: string, filter: AuthFilter | null): Narrowed[] {
  return filter ? [{ deployment_id, filter }] : []
}

/** SQL for the threads `t` that are let through; each part is true for those of all other deployments. */
export function narrowCondition(narrowed: readonly Narrowed[], param: Param): string[] {
  return narrowed.map(({ deployment_id, filter }) => {
    const isOther = `t.deployment_id <> ${param(deployment_id)}::uuid`
    if (filter === 'none') return isOther
    return `(${isOther} or ${filterCondition(metadataColumn, filter, param)})`
  })
}
