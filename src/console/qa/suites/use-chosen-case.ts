import { useState } from 'react'
import type { UrlFilters } from '../../lists/url-filters.ts'
import type { CaseDraft } from './draft/case-draft.ts'

/**
 * The case that the address names, and what chooses another. It stays chosen while it gets a key that another one has,
 * and until the address follows to its new key.
 */
export function useChosenCase(cases: readonly CaseDraft[], url: UrlFilters) {
  const key = url.get('case')
  const [last, setLast] = useState<Pick<CaseDraft, 'id' | 'key'> | null>(null)
  const kept = cases.find(({ id }) => id === last?.id)
  const isKept = kept && last?.key === key
  const chosen =
    key === null ? null : isKept ? kept : (cases.find((one) => one.key === key) ?? kept ?? null)
  const choose = ({ id, key }: CaseDraft) => {
    setLast({ id, key })
    url.setAll({ case: key, details: null })
  }
  return { chosen, choose }
}
