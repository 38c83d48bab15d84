import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Assistant } from '../../contract/agent-server/assistants.ts'
import { getAssistantGraph } from '../../contract/agent-server/graphs.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { GraphDrawing } from '../../ui/graph/graph-drawing.tsx'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, useApi } from '../api.tsx'

type AssistantGraphProps = { deploymentId: string; assistant: Assistant }

/** The graph that an assistant runs, its subgraphs opened where that is wanted. */
export function AssistantGraph({ deploymentId, assistant }: AssistantGraphProps) {
  const [isOpen, setIsOpen] = useState(true)
  const { data, error } = useQuery({
    ...query(useApi().agent(deploymentId), getAssistantGraph, {
      params: { assistant_id: assistant.assistant_id },
      query: { xray: isOpen },
    }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  return (
    <Card>
      <CardHeader
        title="Graph"
        detail={<span className="mono">{assistant.graph_id}</span>}
        actions={
          <Checkbox
            label="Open subgraphs"
            checked={isOpen}
            onChange={(event) => setIsOpen(event.target.checked)}
          />
        }
      />
      {data ? (
        <GraphDrawing graph={data} label={`Graph of ${assistant.graph_id}`} />
      ) : (
        <div className="h-[420px] px-4">
          {error ? (
            <p className="py-4 text-ink-2">It could not be drawn: {error.message}</p>
          ) : (
            <Skeleton label="Loading the graph" lines={6} />
          )}
        </div>
      )}
    </Card>
  )
}
