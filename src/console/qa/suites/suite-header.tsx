import { Download, FileUp, ListPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../../ui/overlay/more-menu.tsx'
import { PageTitle } from '../../../ui/page/page-header.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { paths } from '../../paths.ts'
import { caseFile, caseFileName } from './case-file.ts'
import type { EditorState } from './draft/editor-state.ts'
import { suiteOf } from './draft/suite-draft.ts'
import { saveKeys } from './save-key.ts'
import type { SuiteSave } from './use-save-suite.ts'

type SuiteHeaderProps = {
  state: EditorState
  save: SuiteSave
  /** There is a panel beside it, and less room. */
  hasPanel: boolean
  onImport: () => void
  onDetails: () => void
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** The name of a suite, how much of it is not saved, and what can be done with it. */
export function SuiteHeader({ state, save, hasPanel, onImport, onDetails }: SuiteHeaderProps) {
  const { base, draft } = state
  const { changes, isVersion, isPending } = save
  const download = () =>
    saveFile(caseFile(suiteOf(draft).body.cases), caseFileName(draft.name, base.version))
  return (
    <header className="flex flex-none flex-wrap items-center gap-2">
      <div className="flex min-w-0 grow basis-60 max-[599px]:basis-72 flex-wrap items-center gap-x-2.5 gap-y-1">
        <PageTitle>{draft.name || 'Suite without a name'}</PageTitle>
        <span className="text-ink-2">v{base.version}</span>
        {changes > 0 && (
          <StatusPill tone="warn" hasDot={false}>
            {changes} {changes === 1 ? 'change' : 'changes'} not saved
          </StatusPill>
        )}
      </div>
      {!hasPanel && (
        <Button className="max-[1099px]:hidden" onClick={onDetails}>
          Rubric
        </Button>
      )}
      <Button acts className="max-[699px]:hidden" onClick={onImport}>
        Import
      </Button>
      <Button
        acts
        onClick={save.save}
        isPending={isPending}
        disabledReason={changes === 0 ? 'Nothing has changed yet' : undefined}
      >
        {isVersion ? `Save as v${base.version + 1}` : 'Save'}
        <span aria-hidden className="max-[899px]:hidden">
          <Kbd>{saveKeys}</Kbd>
        </span>
      </Button>
      <Button
        acts
        variant="primary"
        render={<Link to={paths.newQaSession({ suite: base.suite_id })} />}
        disabledReason={draft.cases.length === 0 ? 'It has no cases yet' : undefined}
      >
        New session
      </Button>
      <MoreMenu label="More about this suite">
        <MenuItem icon={<ListPlus {...iconProps} />} onSelect={onDetails}>
          Name and rubric
        </MenuItem>
        <MenuItem acts icon={<FileUp {...iconProps} />} onSelect={onImport}>
          Import cases…
        </MenuItem>
        <MenuItem
          icon={<Download {...iconProps} />}
          description="One case a line, as JSON"
          disabledReason={draft.cases.length === 0 ? 'There are no cases yet' : undefined}
          onSelect={download}
        >
          Export as JSONL
        </MenuItem>
      </MoreMenu>
    </header>
  )
}
