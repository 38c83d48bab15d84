import { type Role, roles } from '../../contract/gateway/roles.ts'
import { ChoiceCards } from '../../ui/controls/choice-card.tsx'
import { roleWords } from './role-words.ts'

type RoleCardsProps = { value: Role; onValueChange: (role: Role) => void }

/** The roles to choose from, each with what it may. */
export function RoleCards({ value, onValueChange }: RoleCardsProps) {
  return (
    <ChoiceCards
      legend="Role"
      value={value}
      options={roles.map((role) => ({ value: role, ...roleWords[role] }))}
      onValueChange={onValueChange}
    />
  )
}
