import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { ApiError } from '../../../client/api-error.ts'
import { listRepositoryRefs } from '../../../contract/control-plane/repository-refs.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { query, useApi } from '../../api.tsx'
import { useRefusal } from '../../shell/page/use-refusal.ts'
import type { DeploymentValues } from './deployment-values.ts'

const settleMs = 600

/** The branches and tags of the repository that was typed, once typing rests; nothing where no server tells. */
export function useRepositoryRefs(form: UseFormReturn<DeploymentValues>) {
  const typed = useWatch({ control: form.control, name: 'repo_url' }).trim()
  const [address, setAddress] = useState('')
  // Whoever may not deploy is not told what is in a repository.
  const refusal = useRefusal('operator')
  useEffect(() => {
    const timer = setTimeout(() => setAddress(typed), settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { connection, controlPlane } = useApi()
  const isTold = searchesRuns(connection)
  const { data, error } = useQuery({
    ...query(controlPlane, listRepositoryRefs, { body: { repo_url: address } }),
    // A half-typed address is not worth a process on the server.
    enabled:
      isTold &&
      !refusal &&
      address === typed &&
      /^([a-z+]+:\/\/[^/]+\/.|\/.|[\w.-]+@)/i.test(address),
    retry: false,
    staleTime: 60_000,
  })
  const isRefused = error instanceof ApiError && error.status === 422
  // A token may open it, and is asked with only when the deployment is made.
  const isOpened = useWatch({ control: form.control, name: 'repo_token' }).trim() !== ''
  return {
    /** False where the server is not ours, which alone tells. */
    isTold,
    refs: data ?? null,
    problem: isRefused && !isOpened ? error.fieldErrors[0]?.msg : undefined,
  }
}
