import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { type ThemeChoice, useTheme } from '../../../ui/theme.ts'

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** The appearances that can be chosen, with their words and icons. */
export const themeChoices: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'As the system', icon: Monitor },
]

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const [theme, setTheme] = useTheme()
  const Current = themeChoices.find(({ value }) => value === theme)?.icon ?? Monitor
  return (
    <Menu
      trigger={
        <IconButton label="Appearance" size="sm">
          <Current {...iconProps} />
        </IconButton>
      }
    >
      {themeChoices.map(({ value, label, icon: Icon }) => (
        <MenuItem key={value} icon={<Icon {...iconProps} />} onSelect={() => setTheme(value)}>
          <span className="flex items-center gap-3">
            <span className="grow">{label}</span>
            {value === theme && (
              <>
                <Check {...iconProps} />
                <span className="sr-only">, chosen</span>
              </>
            )}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
