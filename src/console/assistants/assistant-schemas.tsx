import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAssistantSchemas } from '../../contract/agent-server/graphs.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, useApi } from '../api.tsx'

const kinds = [
  { id: 'input_schema', label: 'Input' },
  { id: 'output_schema', label: 'Output' },
  { id: 'state_schema', label: 'State' },
  { id: 'config_schema', label: 'Config' },
  { id: 'context_schema', label: 'Context' },
] as const
type Kind = (typeof kinds)[number]['id']

/** What the graph of an assistant takes and gives, as JSON Schemas. */
export function AssistantSchemas(props: { deploymentId: string; assistantId: string }) {
  const [shown, setShown] = useState<Kind>('input_schema')
  const { data, error } = useQuery({
    ...query(useApi().agent(props.deploymentId), getAssistantSchemas, {
      params: { assistant_id: props.assistantId },
    }),
    staleTime: 60_000,
  })
  return (
    <Card>
      <CardHeader title="Schemas" />
      <CardBody>
        {data ? (
          <Tabs<Kind>
            label="Schemas"
            value={shown}
            onValueChange={setShown}
            listClassName="mb-3"
            tabs={kinds.map(({ id, label }) => ({
              id,
              label,
              content: data[id] ? (
                <JsonView value={data[id]} label={`${label} schema`} openDepth={3} hasSearch />
              ) : (
                <p className="text-ink-2">The graph does not declare it.</p>
              ),
            }))}
          />
        ) : error ? (
          <p className="text-ink-2">They could not be read: {error.message}</p>
        ) : (
          <Skeleton label="Loading the schemas" lines={4} />
        )}
      </CardBody>
    </Card>
  )
}
