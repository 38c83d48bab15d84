import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { cx } from '../../../ui/cx.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { Note } from '../../../ui/page/note.tsx'
import { useApi } from '../../api.tsx'
import { whatRevisionChanges } from '../queries.ts'
import { ChooseButtons } from './choose-buttons.tsx'
import { ChosenPart } from './chosen-part.tsx'
import { type OfferedSource, offeredArchive, offeredDrop, offeredFolder } from './offered-source.ts'
import { uploadSource } from './upload-source.ts'

type UploadPanelProps = {
  deployment: Deployment
  /** Told while it is at work, when it cannot be left. */
  onBusy?: (isBusy: boolean) => void
  onUploaded?: () => void
}

/** Takes a folder or an archive, says what of it is sent, and uploads it to be deployed. */
export function UploadPanel({ deployment, onBusy, onUploaded }: UploadPanelProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [offered, setOffered] = useState<OfferedSource | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [work, setWork] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)
  const [sending, setSending] = useState<AbortController | null>(null)

  const take = async (read: () => OfferedSource | Promise<OfferedSource>) => {
    setProblem(null)
    setOffered(null)
    try {
      setOffered(await read())
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (work === null) void take(() => offeredDrop(event.dataTransfer.items))
  }
  const send = async (source: OfferedSource, isWithVariables: boolean, configPath?: string) => {
    setProblem(null)
    onBusy?.(true)
    const controller = new AbortController()
    const { signal } = controller
    setSending(controller)
    try {
      setWork('Packing…')
      const archive = await archiveOf(source)
      signal.throwIfAborted()
      setWork('Uploading…')
      const variables = isWithVariables && source.kind === 'folder' ? source.variables : []
      const onSent = (share: number) => setWork(sentText(share))
      const order = { archive, configPath, variables, signal, onSent }
      const made = await uploadSource(api, deployment, order)
      setOffered(null)
      toast.ok('Uploaded, its rollout begins')
      for (const key of whatRevisionChanges(api, deployment.id, made.latest_revision_id ?? '')) {
        void queryClient.invalidateQueries({ queryKey: key })
      }
      onUploaded?.()
    } catch (error) {
      if (!signal.aborted) setProblem((error as Error).message)
    } finally {
      setWork(null)
      setSending(null)
      onBusy?.(false)
    }
  }

  return (
    <section
      aria-label="Upload a source"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        'flex flex-col gap-3 rounded-md border border-dashed p-4 transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <p className="text-ink-2">
        Drop the project’s folder or a <span className="mono">.tar.gz</span> of it here, or choose
        one. The folder holds its <span className="mono">langgraph.json</span>.
      </p>
      <ChooseButtons
        work={work}
        onFolder={(files) => void take(() => offeredFolder(files))}
        onArchive={(file) => void take(() => offeredArchive(file))}
      />
      {offered && (
        <ChosenPart
          key={offered.name}
          offered={offered}
          deployment={deployment}
          work={work}
          onCancel={() => sending?.abort()}
          onSend={(isWithVariables, configPath) => void send(offered, isWithVariables, configPath)}
        />
      )}
      {problem && (
        <Note tone="bad" title="It was not uploaded">
          {problem}
        </Note>
      )}
    </section>
  )
}

/** What is done while a share of an archive is sent; all of it is there before it is looked at. */
function sentText(share: number): string {
  return share < 1 ? `Uploading… ${Math.floor(share * 100)} %` : 'Checking…'
}

async function archiveOf(source: OfferedSource): Promise<Blob> {
  if (source.kind === 'archive') return source.archive
  const { packSource } = await import('./pack-source.ts')
  return packSource(source.source.files)
}
