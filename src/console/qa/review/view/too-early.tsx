import { Note } from '../../../../ui/page/note.tsx'

/** Says that a key counted for nothing; stays until the next one that counts. */
export function TooEarly({ isShown }: { isShown: boolean }) {
  return (
    <div role="status" aria-label="Keys that came too early" className="flex-none">
      {isShown && (
        <div className="border-t bg-surface px-3.5 py-2 min-[1100px]:px-5">
          <Note tone="info" title="An answer came too early">
            It was pressed before its case could be read, so nothing is recorded. Press it again.
          </Note>
        </div>
      )}
    </div>
  )
}
