import { Note } from '../../../ui/page/note.tsx'
import { useGoneDeployments, useViews, type ViewsOfList } from './use-views.ts'
import { quoted } from './view-filters.ts'

/** What is not as it was when the view was saved that a list shows now; nothing where all is. */
export function ViewNote(list: ViewsOfList) {
  const active = useViews(list).views.filter(({ isActive }) => isActive)
  const gone = useGoneDeployments(active.flatMap(({ filters }) => filters.deployment ?? []))
  const [first] = active
  if (!first) return null
  const { view, filters, ignored } = first
  const isGone = filters.deployment !== undefined && gone.has(filters.deployment)
  if (!isGone && ignored.length === 0) return null
  return (
    <div className="order-last basis-full" role="status">
      <Note tone="warn" title={`The view “${view.name}” is older than what is here`}>
        {isGone && <p>The deployment that it is about is gone.</p>}
        {ignored.length > 0 && (
          <p>
            It also filters by {quoted(ignored)}, which this page does not know any more: that is
            passed over.
          </p>
        )}
      </Note>
    </div>
  )
}
