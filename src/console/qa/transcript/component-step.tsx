import { LayoutPanelTop } from 'lucide-react'
import { JsonView } from '../../../ui/page/json-view.tsx'

type ComponentStepProps = { name: string; props: Readonly<Record<string, unknown>> }

/** What was said by a component of the agent's project: its name, and what it was given. */
export function ComponentStep({ name, props }: ComponentStepProps) {
  return (
    <div className="rounded-md border px-3 py-2.5 text-md leading-5">
      <div className="flex items-center gap-2">
        <LayoutPanelTop aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
        <span className="font-strong">Component</span>
        <span className="mono min-w-0 [overflow-wrap:anywhere]">{name}</span>
      </div>
      <div className="mt-2">
        <JsonView value={props} label={`what ${name} was given`} openDepth={2} />
      </div>
    </div>
  )
}
