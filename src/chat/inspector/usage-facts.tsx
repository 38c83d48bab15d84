import type { Usage } from '../../contract/agent-server/usage.ts'
import { Fact } from '../../ui/page/facts.tsx'
import { costText, tokensText, unknownCost } from './usage-words.ts'

/** What a run took, as facts among others; nothing where the server does not tell. */
export function UsageFacts({ usage }: { usage: Usage | null | undefined }) {
  if (!usage) return null
  return (
    <>
      <Fact term="Tokens">
        <span className="tabular-nums">{tokensText(usage)}</span>
      </Fact>
      <Fact term="Cost">
        <Cost usage={usage} />
      </Fact>
    </>
  )
}

/** The cost, with why it is not known where it is not. */
export function Cost({ usage }: { usage: Usage }) {
  const reason = unknownCost(usage)
  return (
    <span className="tabular-nums">
      {costText(usage)}
      {reason && <span className="block text-ink-3 text-sm">{reason}</span>}
    </span>
  )
}
