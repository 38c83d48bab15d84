import { ChoiceCards } from '../../ui/controls/choice-card.tsx'
import { useTheme } from '../../ui/theme.ts'
import { paths } from '../paths.ts'
import { useGateway } from '../shell/gateway-context.ts'
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
  const { baseUrl } = useGateway().gateway
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
      <p className="mt-8 text-ink-3 text-sm">
        Quarterdeck is made with the work of others:{' '}
        <a className="underline" href={`${baseUrl}/third-party-notices.txt`}>
          their notices
        </a>
        , and all of it as a{' '}
        <a className="underline" href={`${baseUrl}/sbom.cdx.json`}>
          bill of materials (CycloneDX)
        </a>
        .
      </p>
    </div>
  )
}
