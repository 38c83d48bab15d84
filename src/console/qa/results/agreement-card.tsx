import { TriangleAlert } from 'lucide-react'
import type { Results } from '../../../contract/qa/results.ts'
import { Card } from '../../../ui/page/card.tsx'

const signs = { kappa: 'κ', alpha: 'α' } as const

/** Whether reviewers say the same of the same case, and whether they favour one side of the screen. */
export function AgreementCard({ results }: { results: Results }) {
  const { agreement, preference, words } = results
  return (
    <Card className="px-4 py-3.5">
      <div className="flex items-baseline gap-3">
        <h2 className="grow font-semibold text-base">Agreement of reviewers</h2>
        {agreement?.value != null && (
          <b
            className="font-semibold tabular-nums"
            title={agreement.measure === 'kappa' ? 'Cohen’s kappa' : 'Krippendorff’s alpha'}
          >
            {signs[agreement.measure]} {agreement.value.toFixed(2)}
          </b>
        )}
      </div>
      {words.agreement && <p className="mt-1.5 text-ink-2 text-sm">{words.agreement}</p>}
      {preference && preference.n > 0 && words.left && (
        <p className="mt-1.5 flex gap-2 text-ink-2 text-sm">
          {hasHabit(results) && (
            <TriangleAlert
              role="img"
              aria-label="Warning"
              size={14}
              strokeWidth={1.8}
              className="mt-0.5 flex-none text-warn"
            />
          )}
          <span>{words.left}</span>
        </p>
      )}
    </Card>
  )
}

/** Whether one side of the screen was favoured too often for luck; of a few choices nothing is said. */
function hasHabit({ session, preference }: Results): boolean {
  if (!session.is_blind || !preference) return false
  return preference.left_p < 0.05 && preference.first + preference.second >= 10
}
