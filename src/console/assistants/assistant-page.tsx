import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import {
  type Assistant,
  deleteAssistant,
  getAssistant,
} from '../../contract/agent-server/assistants.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { assistantPage, assistantRead } from '../../contract/pages/assistant-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyableText } from '../../ui/controls/copyable-text.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { DeleteItem } from '../../ui/overlay/delete-item.tsx'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { useApi, useCall } from '../api.tsx'
import { useAgentUrl, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { AssistantGraph } from './assistant-graph.tsx'
import { AssistantSchemas } from './assistant-schemas.tsx'
import { AssistantVersions } from './assistant-versions.tsx'
import { isFromStart, whatAssistantsChange } from './queries.ts'

const AssistantDialog = lazyPart(() =>
  import('./assistant-dialog.tsx').then((code) => code.AssistantDialog),
)
export const handle = {
  useTitle: ({ deploymentId = '', assistantId = '' }) => {
    const { data, error } = useQuery(readQuery(useApi(), assistantRead(deploymentId, assistantId)))
    return data?.name ?? (error ? shortId(assistantId) : null)
  },
  firstReads: assistantPage,
} satisfies PageHandle

/** One assistant: its graph drawn, what it is configured with, its schemas and versions. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const assistantId = useParam('assistantId')
  const { data: assistant } = useSuspenseQuery(
    readQuery(useApi(), assistantRead(deploymentId, assistantId)),
  )
  return (
    <div className="flex flex-col gap-[18px]">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 break-words font-semibold text-lg">
          {assistant.name || assistant.graph_id}
        </h2>
        <span className="text-ink-2 text-sm">
          {isFromStart(assistant) ? 'the graph’s own' : `made of ${assistant.graph_id}`}
        </span>
        <span className="grow" />
        <Actions deploymentId={deploymentId} assistant={assistant} />
      </div>
      <AssistantGraph deploymentId={deploymentId} assistant={assistant} />
      <div className="grid items-start gap-[18px] min-[1100px]:grid-cols-2">
        <Card>
          <CardHeader title="Configuration" />
          <CardBody>
            <Facts>
              <Fact term="Graph">
                <span className="mono">{assistant.graph_id}</span>
              </Fact>
              <Fact term="Version">{assistant.version ?? '—'}</Fact>
              {assistant.description && <Fact term="Description">{assistant.description}</Fact>}
              <Fact term="Updated">
                <RelativeTime value={assistant.updated_at} />
              </Fact>
              <Fact term="ID">
                <CopyableText text={assistant.assistant_id} label="Copy assistant id" />
              </Fact>
            </Facts>
            <div className="mt-4 flex flex-col gap-3">
              <Json label="Config" value={assistant.config} />
              <Json label="Context" value={assistant.context} />
              <Json label="Metadata" value={assistant.metadata} />
            </div>
          </CardBody>
        </Card>
        <AssistantVersions deploymentId={deploymentId} assistant={assistant} />
      </div>
      <AssistantSchemas deploymentId={deploymentId} assistantId={assistant.assistant_id} />
    </div>
  )
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <h3 className="mb-1 font-strong">{label}</h3>
      <JsonView value={value ?? null} label={label.toLowerCase()} openDepth={2} />
    </div>
  )
}

function Actions({ deploymentId, assistant }: { deploymentId: string; assistant: Assistant }) {
  const api = useApi()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'edit' | 'copy' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const id = assistant.assistant_id
  const name = assistant.name || assistant.graph_id
  const remove = useCall(api.agent(deploymentId), deleteAssistant, {
    invalidates: () => whatAssistantsChange(api, deploymentId),
  })
  const object = useObjectMenu({
    noun: 'assistant',
    id,
    url: useAgentUrl(deploymentId)(fillPath(getAssistant.path, { assistant_id: id })),
    to: paths.assistant(deploymentId, id),
    value: assistant,
  })
  const confirmDelete = async () => {
    await remove.mutateAsync({ params: { assistant_id: id } })
    toast.ok(`Deleted ${name}`)
    await navigate(paths.deploymentAssistants(deploymentId))
  }
  return (
    <div className="flex gap-2 print:hidden">
      {searchesRuns(api.connection) && (
        <Button render={<Link to={paths.assistantRuns(deploymentId, assistant.assistant_id)} />}>
          Runs
        </Button>
      )}
      <Button acts onClick={() => setDialog('copy')}>
        Configure a copy
      </Button>
      <Button acts onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <MoreMenu label="More about this assistant">
        {object.items}
        <MenuSeparator />
        <DeleteItem
          acts
          disabledReason={
            isFromStart(assistant) ? 'The graph’s own assistant cannot be deleted' : undefined
          }
          onSelect={() => setDialog('delete')}
        />
      </MoreMenu>
      {object.dialog}
      {(dialog === 'edit' || dialog === 'copy') && (
        <AssistantDialog
          deploymentId={deploymentId}
          graphs={[assistant.graph_id]}
          assistant={assistant}
          isCopy={dialog === 'copy'}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Delete ${name}?`}
          consequence="Its configuration and all its versions are deleted. Its threads and runs stay."
          typedName={name}
          confirmLabel="Delete assistant"
          onConfirm={confirmDelete}
        />
      )}
    </div>
  )
}
