import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { deploymentRead } from '../../contract/pages/deployment-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { cx } from '../../ui/cx.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useApi } from '../api.tsx'
import { readQuery } from '../reads.ts'

const DeploymentChoice = lazyPart(() =>
  import('./deployment-choice.tsx').then((code) => code.DeploymentChoice),
)

type DeploymentPickerProps = {
  value: string | null
  onChange: (deploymentId: string | null) => void
  /** What it means that none is chosen; absent where one has to be. */
  allLabel?: string
  disabledReason?: string | undefined
  /** In a row of filters. */
  isChip?: boolean
}

/** Chooses one of however many deployments: their names are searched by the server. */
export function DeploymentPicker(props: DeploymentPickerProps) {
  const { value, onChange, allLabel, disabledReason, isChip = false } = props
  const api = useApi()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    ...readQuery(api, deploymentRead(value ?? '')),
    enabled: value !== null,
    staleTime: 30_000,
    // One that is gone keeps its id.
    retry: false,
  })
  const chosen = value === null ? allLabel : (data?.name ?? shortId(value))
  return (
    <>
      {isChip ? (
        <Chip
          aria-haspopup="dialog"
          label="Deployment"
          value={chosen ?? 'none chosen'}
          isSet={value !== null}
          disabledReason={disabledReason}
          onClick={() => setIsOpen(true)}
          onClear={() => onChange(null)}
        />
      ) : (
        <Button
          aria-haspopup="dialog"
          aria-label={`Deployment: ${chosen ?? 'none chosen'}`}
          className="max-w-full"
          disabledReason={disabledReason}
          onClick={() => setIsOpen(true)}
        >
          <span className={cx('min-w-0 grow truncate text-left', !chosen && 'text-ink-3')}>
            {chosen ?? 'Choose…'}
          </span>
          <ChevronDown aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
        </Button>
      )}
      {isOpen && (
        <DeploymentChoice
          value={value}
          allLabel={allLabel}
          onClose={() => setIsOpen(false)}
          onChoose={(id) => {
            setIsOpen(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}
