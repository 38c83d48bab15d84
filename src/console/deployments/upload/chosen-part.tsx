import { useRef, useState } from 'react'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import type { OfferedSource } from './offered-source.ts'

type ChosenPartProps = {
  offered: OfferedSource
  deployment: Deployment
  /** What is being done with it, null while nothing is. */
  work: string | null
  /** Stops what is being done. */
  onCancel: () => void
  /** `configPath` where it is another one than the deployment has. */
  onSend: (isWithVariables: boolean, configPath?: string) => void
}

/** What was chosen, what of it is sent, and how. */
export function ChosenPart({ offered, deployment, work, onCancel, onSend }: ChosenPartProps) {
  const before = deployment.source_revision_config.langgraph_config_path ?? 'langgraph.json'
  const places = offered.kind === 'folder' ? offered.source.configPaths : []
  const [configPath, setConfigPath] = useState(
    places.length === 0 || places.includes(before) ? before : (places[0] ?? before),
  )
  const start = useRef<HTMLButtonElement>(null)
  const [isWithVariables, setIsWithVariables] = useState(false)
  return (
    <div className="flex flex-col gap-2.5 border-t pt-3">
      <p role="status" className="[overflow-wrap:anywhere]">
        <span className="font-medium">{offered.name}</span>{' '}
        <span className="text-ink-2">{sizeText(offered)}</span>
      </p>
      {(places.length > 1 || configPath !== before) && (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          Its graphs are in
          {places.length > 1 ? (
            <SelectMenu
              label="Config path"
              variant="default"
              value={configPath}
              options={places.map((place) => ({ value: place, label: place }))}
              onValueChange={setConfigPath}
            />
          ) : (
            <span className="mono break-all">{configPath}</span>
          )}
        </p>
      )}
      {offered.kind === 'folder' && offered.variables.length > 0 && (
        <Checkbox
          label={
            <>
              Set the secrets of its <span className="mono">.env</span>:{' '}
              <span className="mono break-words">
                {offered.variables.map(({ name }) => name).join(', ')}
              </span>
            </>
          }
          checked={isWithVariables}
          onChange={({ target }) => setIsWithVariables(target.checked)}
        />
      )}
      <div className="flex gap-2">
        <Button
          ref={start}
          acts
          variant="primary"
          isPending={work !== null}
          onClick={() => onSend(isWithVariables, configPath === before ? undefined : configPath)}
        >
          {work ?? 'Upload and deploy'}
        </Button>
        {work !== null && (
          <Button
            variant="ghost"
            onClick={() => {
              // The button that was pressed goes.
              start.current?.focus()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}

function sizeText(offered: OfferedSource): string {
  if (offered.kind === 'archive') return formatBytes(offered.archive.size)
  const { files, bytes, leftOut } = offered.source
  const sent = `${files.length.toLocaleString('en')} ${files.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`
  return leftOut === 0
    ? sent
    : `${sent}; ${leftOut.toLocaleString('en')} left out (node_modules, .git, variables and what its ignore files name)`
}
