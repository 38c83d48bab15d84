import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { type UrlChoiceOf, urlChoice } from './url-choice-of.ts'

type UrlChoiceProps = UrlChoiceOf & {
  /** As SelectMenu has it. */
  variant?: 'ghost' | 'default'
}

/** A choice that is kept in the address. */
export function UrlChoice({ variant = 'default', ...props }: UrlChoiceProps) {
  return <SelectMenu {...urlChoice(props)} variant={variant} />
}
