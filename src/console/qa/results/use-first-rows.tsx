import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'

/**
 * The first of many rows, and a button for the rest.
 * @param most how many are shown at first
 * @param noun of several: “regressions”
 * @returns what is shown, and the button, which is null where there is no rest
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  most: number,
  noun: string,
): [readonly Row[], ReactNode] {
  const [hasAll, setHasAll] = useState(false)
  if (hasAll || rows.length <= most) return [rows, null]
  return [
    rows.slice(0, most),
    <Button key="rest" size="sm" variant="ghost" onClick={() => setHasAll(true)}>
      Show all {rows.length} {noun}
    </Button>,
  ]
}
