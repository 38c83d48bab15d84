/** A key as printed on a keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-block rounded-[4px] border bg-surface px-[5px] font-ui text-ink-3 text-xs leading-4">
      {children}
    </kbd>
  )
}
