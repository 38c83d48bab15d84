import { ChoiceCards } from '../../ui/controls/choice-card.tsx'
import { useTheme } from '../../ui/theme.ts'
import { paths } from '../paths.ts'
import { themeChoices } from '../shell/navigation/theme-menu.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'

export const handle = {
  useTitle: () => 'Appearance',
  to: paths.settings,
} satisfies PageHandle

const descriptions = {
  light: 'Dark words on a light ground',
  dark: 'Light words on a dark ground',
  system: 'Changes when the system does',
}

/** How the console looks in this browser. */
export function Component() {
  const [theme, setTheme] = useTheme()
  return (
    <div className="max-w-[720px]">
      <ChoiceCards
        legend="Appearance"
        value={theme}
        options={themeChoices.map(({ value, label }) => ({
          value,
          title: label,
          description: descriptions[value],
        }))}
        onValueChange={setTheme}
      />
      <p className="mt-3 text-ink-3 text-sm">Remembered in this browser.</p>
    </div>
  )
}
