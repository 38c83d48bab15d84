import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { createSuite, patchSuite } from '../../../contract/qa/suites.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { useUnsaved } from '../../forms/unsaved.ts'
import { whatDiffers } from '../../forms/what-differs.ts'
import { whatSuitesChange } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'
import type { Dispatch, EditorState } from './draft/editor-state.ts'
import { faultsOf } from './draft/faults.ts'
import { changeCount, makesVersion, suiteOf } from './draft/suite-draft.ts'

/**
 * Saves what was written. Whoever leaves before that is asked first. What the server refuses goes to `faults` of the
 * editor; `error` is the refusal itself, with status 409 where somebody else saved meanwhile.
 */
export function useSaveSuite(state: EditorState, dispatch: Dispatch) {
  const { base, saved, draft } = state
  const api = useApi()
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  const invalidates = () => whatSuitesChange(api)
  const patch = useCall(api.gateway, patchSuite, { invalidates })
  const create = useCall(api.gateway, createSuite, { invalidates })
  const changes = useMemo(() => changeCount(saved, draft), [saved, draft])
  const isVersion = useMemo(() => makesVersion(saved, draft), [saved, draft])
  useUnsaved(() => changes > 0 && !hasLeft.current)

  /** The suite to send; null, with its faults told, where it cannot be sent. */
  const written = () => {
    const { body, faults } = suiteOf(draft)
    if (faults.length > 0) dispatch({ type: 'refused', faults })
    return faults.length > 0 ? null : body
  }
  const save = () => {
    if (changes === 0 || patch.isPending) return
    const body = written()
    patch.reset()
    create.reset()
    if (!body) return
    const { rubric, cases, name, description } = body
    const names = whatDiffers(
      { name: saved.name, description: saved.description },
      { name, description },
    )
    const params = { suite_id: base.suite_id }
    patch.mutate(
      { params, body: { version: base.version, ...names, ...(isVersion && { rubric, cases }) } },
      {
        onSuccess: (suite) => {
          dispatch({ type: 'saved', sent: draft, suite })
          toast.ok(isVersion ? `Saved as version ${suite.version}` : 'Saved')
        },
        onError: (error) => dispatch({ type: 'refused', faults: faultsOf(error, draft) }),
      },
    )
  }
  const saveAsNew = () => {
    const body = written()
    if (!body || create.isPending) return
    create.mutate(
      { body: { ...body, name: `${body.name.slice(0, 190)} (copy)` } },
      {
        onSuccess: ({ suite_id, name }) => {
          hasLeft.current = true
          toast.ok(`Saved as “${name}”`)
          void navigate(paths.suite(suite_id))
        },
        onError: (error) => dispatch({ type: 'refused', faults: faultsOf(error, draft) }),
      },
    )
  }
  return {
    changes,
    isVersion,
    save,
    saveAsNew,
    /** Forgets what was refused, as when the newer version was taken over. */
    reset: patch.reset,
    isPending: patch.isPending,
    isCopying: create.isPending,
    error: create.error ?? patch.error,
    isConflict: patch.error?.status === 409,
  }
}

export type SuiteSave = ReturnType<typeof useSaveSuite>
