import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { createDeployment, listDeployments } from '../../../contract/control-plane/deployments.ts'
import { getPythonExamples } from '../../../contract/gateway/examples.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Note } from '../../../ui/page/note.tsx'
import { query, queryKey, useApi, useCall } from '../../api.tsx'
import { paths } from '../../paths.ts'

/** The examples in Python as long as they are not deployed: in one click, or what keeps them from it. */
export function PythonExamplesNote() {
  const { controlPlane } = useApi()
  const navigate = useNavigate()
  const examples = useQuery({
    ...query(controlPlane, getPythonExamples),
    // Other servers have none. Whoever has installed a Python comes back to the page.
    retry: false,
    staleTime: 0,
  })
  const create = useCall(controlPlane, createDeployment, {
    invalidates: () => [queryKey(controlPlane, listDeployments)],
  })
  const { request = null, problem = null, deployment_id = null } = examples.data ?? {}
  if (!request || deployment_id) return null
  const deploy = () => {
    create.mutate(
      { body: request },
      {
        onSuccess: ({ id }) => void navigate(paths.deployment(id)),
        onError: (error) =>
          toast.bad('The examples were not deployed', { description: error.message }),
      },
    )
  }
  return (
    <Note
      tone="info"
      title="Examples in Python"
      action={
        <Button
          isPending={create.isPending || (problem !== null && examples.isFetching)}
          onClick={problem === null ? deploy : () => void examples.refetch()}
        >
          {problem === null ? 'Deploy them' : 'Look again'}
        </Button>
      }
    >
      <span className="text-ink-2 text-sm">
        {problem ?? 'The agents of the examples once more, as they are written in Python.'}
      </span>
    </Note>
  )
}
