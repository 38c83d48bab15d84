import type { ReactNode } from 'react'

/** What a row of a comparison is about. */
export function RowName(props: { isChanged?: boolean; children: ReactNode }) {
  return (
    <th scope="row" className="h-[38px] w-44 border-b px-3 py-1 text-left font-normal text-ink-2">
      {props.children}
      {props.isChanged && <span className="ml-2 text-warn text-xs">changed</span>}
    </th>
  )
}
