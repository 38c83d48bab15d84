import { ButtonBase, type ButtonBehaviour, type ButtonLook } from './button-base.tsx'

/** A button with words. `type` is `button` unless told otherwise. */
export function Button(props: ButtonLook & ButtonBehaviour) {
  return <ButtonBase {...props} shape="text" />
}

type IconButtonProps = ButtonLook &
  Omit<ButtonBehaviour, 'aria-label'> & {
    /** Its accessible name, shown on hover and focus too. */
    label: string
  }

/** A square button that shows only an icon. */
export function IconButton({ label, variant = 'ghost', ...rest }: IconButtonProps) {
  return <ButtonBase {...rest} variant={variant} aria-label={label} tip={label} shape="icon" />
}
