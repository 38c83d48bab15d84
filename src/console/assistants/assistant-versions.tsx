import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Assistant,
  listAssistantVersions,
  setLatestAssistantVersion,
} from '../../contract/agent-server/assistants.ts'
import type { EndpointOutput } from '../../contract/endpoint.ts'
import { mostAssistants } from '../../contract/pages/assistant-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, useApi, useCall } from '../api.tsx'
import { whatAssistantsChange } from './queries.ts'

const JsonDialog = lazyPart(() =>
  import('../objects/json-dialog.tsx').then((code) => code.JsonDialog),
)

type Version = EndpointOutput<typeof listAssistantVersions>[number]
type AssistantVersionsProps = { deploymentId: string; assistant: Assistant }

/** Every configuration that an assistant has had; runs take the one that is set. */
export function AssistantVersions({ deploymentId, assistant }: AssistantVersionsProps) {
  const api = useApi()
  const params = { assistant_id: assistant.assistant_id }
  const { data, error } = useQuery(
    query(api.agent(deploymentId), listAssistantVersions, {
      params,
      body: { limit: mostAssistants },
    }),
  )
  const [shown, setShown] = useState<Version | null>(null)
  const set = useCall(api.agent(deploymentId), setLatestAssistantVersion, {
    invalidates: () => whatAssistantsChange(api, deploymentId, assistant.assistant_id),
  })
  const setVersion = (version: number) =>
    set.mutate(
      { params, body: { version } },
      {
        onSuccess: () => toast.ok(`Runs take version ${version} from now on`),
        onError: ({ message }) =>
          toast.bad('The version was not changed', { description: message }),
      },
    )
  return (
    <Card>
      <CardHeader title="Versions" detail={data?.length} />
      {!data ? (
        <div className="px-4">
          {error ? (
            <p className="py-3 text-ink-2">They could not be read: {error.message}</p>
          ) : (
            <Skeleton label="Loading the versions" lines={2} />
          )}
        </div>
      ) : (
        <ul aria-label="Versions">
          {data.map((version) => (
            <li
              key={version.version}
              className="flex min-h-[38px] items-center gap-3 border-b py-1 pr-2 pl-4 last:border-b-0"
            >
              <span className="whitespace-nowrap tabular-nums">Version {version.version}</span>
              <span className="grow text-ink-2 text-sm">
                <RelativeTime value={version.created_at} />
                {version.version === assistant.version && ' · runs take this one'}
              </span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`JSON of version ${version.version}`}
                onClick={() => setShown(version)}
              >
                JSON
              </Button>
              <Button
                acts
                size="sm"
                aria-label={`Use version ${version.version}`}
                isPending={set.isPending && set.variables.body?.version === version.version}
                disabledReason={
                  version.version === assistant.version ? 'Runs take this one' : undefined
                }
                onClick={() => setVersion(version.version ?? 1)}
              >
                Use
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <JsonDialog
          isOpen
          onClose={() => setShown(null)}
          noun={`version ${shown.version}`}
          isName
          value={shown}
        />
      )}
    </Card>
  )
}
