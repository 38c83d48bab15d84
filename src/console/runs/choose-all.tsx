import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'

type ChooseAllProps = {
  runs: readonly Run[]
  chosen: readonly Run[]
  onChoose: (runs: readonly Run[], isChosen: boolean) => void
}

/** Chooses all runs of a list that can be cancelled, or none of them. */
export function ChooseAll({ runs, chosen, onChoose }: ChooseAllProps) {
  const active = runs.filter(isActive)
  return (
    <Checkbox
      label="Choose all active runs"
      isLabelHidden
      disabled={active.length === 0}
      checked={active.length > 0 && chosen.length === active.length}
      isIndeterminate={chosen.length > 0 && chosen.length < active.length}
      onChange={(event) => onChoose(active, event.target.checked)}
    />
  )
}
