import type { ProjectRetention } from '../../cluster/retention.ts'
import type { ItemOperation } from '../../executor/protocol/item-calls.ts'

/** What graphs ask of the store, with what the project says where they say nothing. */
export function withDefaults(
  operations: readonly ItemOperation[],
  items: ProjectRetention['items'] = {},
): ItemOperation[] {
  const { default_ttl, refresh_on_read = true } = items
  return operations.map((operation) => {
    if (operation.op === 'put') {
      return { ...operation, ttl_minutes: operation.ttl_minutes ?? default_ttl ?? null }
    }
    if (operation.op === 'namespaces') return operation
    return { ...operation, refresh_ttl: operation.refresh_ttl && refresh_on_read }
  })
}
