import { Field } from '../../../../ui/controls/field.tsx'
import type { CaseDraft } from '../draft/case-draft.ts'
import type { SuiteFault } from '../draft/fault-at.ts'
import { faultAt } from '../draft/fault-at.ts'
import { FaultLine, Lines, Switch } from '../fields.tsx'
import { TurnList } from '../turns/turn-list.tsx'
import { CaseHeader, type CaseHeaderProps } from './case-header.tsx'
import { CheckList } from './check-list.tsx'
import { OriginLine } from './origin-line.tsx'
import { StartFields } from './start-fields.tsx'
import { TagLine } from './tag-line.tsx'
import { VariableList } from './variable-list.tsx'

type CasePanelProps = CaseHeaderProps & {
  faults: readonly SuiteFault[]
  isReadOnly: boolean
}

/** Faults of these are told at their place; the others below the key. */
const placed = ['turns', 'checks', 'variables', 'start', 'tags', 'expected']

/** One case beside the table: what is said and done, what a good answer does, what a machine looks at. */
export function CasePanel(props: CasePanelProps) {
  const { one, faults, isReadOnly, dispatch } = props
  const change = (part: Partial<CaseDraft>) =>
    dispatch({ type: 'changeCase', id: one.id, change: part })
  return (
    <section aria-label={`Case ${one.key}`} className="flex h-full min-h-0 flex-col bg-surface">
      <div className="min-h-0 grow overflow-y-auto px-5 pt-[18px] pb-5">
        <CaseHeader {...props} />
        {faults
          .filter(({ part }) => !placed.includes(part))
          .map(({ message }) => (
            <FaultLine key={message}>{message}</FaultLine>
          ))}
        <div className="mt-1.5 mb-3 flex flex-wrap items-center gap-1">
          <TagLine tags={one.tags} onChange={(tags) => change({ tags })} />
          <span className="grow" />
          <StartFields
            start={one.start}
            origin={one.origin}
            fault={faultAt(faults, 'start')}
            onChange={change}
          />
          <FaultLine>{faultAt(faults, 'tags')}</FaultLine>
        </div>
        <TurnList turns={one.turns} faults={faults} onChange={(turns) => change({ turns })} />
        <div className="mt-4 flex flex-col gap-4 border-t pt-3.5">
          <Field label="Expected, in plain words" error={faultAt(faults, 'expected')}>
            <Lines
              placeholder={isReadOnly ? undefined : 'What a good answer does, for those who judge'}
              value={one.expected}
              onWrite={(expected) => change({ expected })}
            />
          </Field>
          <CheckList
            checks={one.checks}
            faults={faults}
            isReadOnly={isReadOnly}
            onChange={(checks) => change({ checks })}
          />
          <VariableList
            variables={one.variables}
            faults={faults}
            isReadOnly={isReadOnly}
            onChange={(variables) => change({ variables })}
          />
          <OriginLine origin={one.origin} />
        </div>
      </div>
      <div className="flex-none border-t px-5 py-3 text-ink-2 text-sm">
        <Switch
          label="Has side effects, ask before a session"
          checked={one.has_side_effects}
          onSwitch={(has_side_effects) => change({ has_side_effects })}
        />
      </div>
    </section>
  )
}
