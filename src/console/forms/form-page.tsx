import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  fillPath,
} from '../../contract/endpoint.ts'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/page/note.tsx'
import { PageTitle } from '../../ui/page/page-header.tsx'
import { useApi, useCall } from '../api.tsx'
import { useControlPlaneUrl, useGatewayRead } from '../objects/object-menu.tsx'
import { type FieldOf, fieldOfSameName, showRefusal } from './refusal.ts'
import { RequestPreview } from './request-preview.tsx'
import { submitOnCommandEnter } from './submit-on-command-enter.ts'
import { SubmitRow } from './submit-row.tsx'
import { useUnsaved } from './unsaved.ts'
import { useSavedElsewhere } from './use-saved-elsewhere.ts'

type Body<E extends Endpoint> = NonNullable<EndpointInput<E>['body']>

type FormPageProps<Values extends FieldValues, E extends Endpoint> = {
  title: string
  /** At the end of the title's line. */
  menu?: ReactNode
  /** What the fields hold at first; of what is changed, as it is saved now: see `useSavedElsewhere`. */
  before: Values
  /** Fields that bring what is typed and what others saved together by themselves. */
  ownMerge?: readonly (keyof Values & string)[]
  /** When a field is checked first, usually when it is left; afterwards whenever it changes. */
  mode?: 'onChange' | 'onTouched' | 'onSubmit'
  /** Of the control plane or the gateway. A POST makes something new; a PATCH may be sent once something differs. */
  endpoint: E
  inputOf: (values: Values, before: Values) => EndpointInput<E>
  /** The body as it may be shown, without secrets. */
  shown?: (body: Body<E>) => unknown
  /** Keys of the reads that are old once it was sent. */
  invalidates: readonly QueryKey[]
  /** Goes on to another page, or says that it is done. */
  onSaved: (saved: EndpointOutput<E>, sent: EndpointInput<E>) => void
  /** The page stays when it was saved, and its fields hold this from then on. */
  staysWith?: (saved: EndpointOutput<E>) => Values
  fieldOf?: FieldOf<Values>
  conflictAt?: FieldPath<Values>
  submitLabel: string | ((body: Body<E>) => string)
  cancelTo: string
  /** Why this may not be sent, or not yet. */
  refusal?: string | undefined | ((body: Body<E>) => string | undefined)
  /** What sending it will do, above the button. */
  effect?: (body: Body<E>, isChanged: boolean) => ReactNode
  /** Below the request: what else is to be known beside the fields. */
  beside?: (form: UseFormReturn<Values>) => ReactNode
  /** The page has other things at the side of the form: what is beside it stands below. */
  isInColumn?: boolean
  /** There is nothing left to save to, so that the page is left without a question. */
  isGone?: () => boolean
  /** The fields, in the order in which the first faulty one takes focus. */
  children: (form: UseFormReturn<Values>, before: Values) => ReactNode
}

/**
 * A form that is a page: its fields, at its side the request that it sends. It sends it, puts what is refused next
 * to the fields, and asks before it is left with something that is not saved.
 */
export function FormPage<Values extends FieldValues, E extends Endpoint>(
  props: FormPageProps<Values, E>,
) {
  const { title, menu, endpoint, inputOf, onSaved, staysWith, isInColumn = false } = props
  const titleId = useId()
  const api = useApi()
  const [before, setBefore] = useState(props.before)
  const [problems, setProblems] = useState<readonly string[]>([])
  /** Lists that somebody else saved otherwise than they stand here. */
  const [overtaken, setOvertaken] = useState<readonly string[]>([])
  const isSaved = useRef(false)
  const form = useForm<Values>({
    defaultValues: before as DefaultValues<Values>,
    mode: props.mode ?? 'onTouched',
  })
  // Known only when it is read while drawing.
  const { isDirty } = form.formState
  useUnsaved(() => isDirty && !isSaved.current && !props.isGone?.())
  const save = useCall(endpoint.area === 'gateway' ? api.gateway : api.controlPlane, endpoint, {
    invalidates: () => props.invalidates,
  })
  const submit = form.handleSubmit((values) => {
    const input = inputOf(values as unknown as Values, before)
    const isSame = endpoint.method !== 'POST' && isEmpty(input.body)
    setProblems(isSame ? ['Nothing differs from what is saved.'] : [])
    if (isSame) return
    save.mutate(input, {
      onSuccess: (saved) => {
        isSaved.current = true
        onSaved(saved, input)
        if (!staysWith) return
        const next = staysWith(saved)
        setBefore(next)
        setOvertaken([])
        form.reset(next)
        isSaved.current = false
      },
      onError: (error) =>
        setProblems(showRefusal(error, form, props.fieldOf ?? fieldOfSameName, props.conflictAt)),
    })
  })
  useSavedElsewhere({
    form,
    before,
    saved: props.before,
    isStanding: endpoint.method !== 'POST' && !save.isPending && !isSaved.current,
    ownMerge: props.ownMerge ?? [],
    onTaken: (saved, lists) => {
      setBefore(saved)
      setOvertaken([...new Set([...overtaken, ...lists])])
    },
  })
  const watched = { ...props, form, before }
  return (
    <div
      className={cx(
        'grid min-w-0 content-start gap-x-8 gap-y-6',
        !isInColumn && 'min-[1160px]:grid-cols-[minmax(0,1fr)_400px]',
      )}
    >
      <form
        noValidate
        aria-labelledby={titleId}
        onSubmit={submit}
        onKeyDown={submitOnCommandEnter}
        className="flex min-w-0 flex-col gap-[22px]"
      >
        <div className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <PageTitle id={titleId}>{title}</PageTitle>
          </div>
          {menu}
        </div>
        {props.children(form, before)}
        {overtaken.length > 0 && (
          <Note tone="warn" title="Saved elsewhere meanwhile">
            Others saved another <span className="mono">{overtaken.join(', ')}</span>. Saving puts
            yours in its place.
          </Note>
        )}
        <End {...watched} isDirty={isDirty} isPending={save.isPending} problems={problems} />
      </form>
      <aside
        aria-label="Request"
        className={cx('flex min-w-0 flex-col gap-3', !isInColumn && 'min-[1160px]:pt-[50px]')}
      >
        <Preview {...watched} />
        {props.beside?.(form)}
      </aside>
    </div>
  )
}

type WatchedProps<Values extends FieldValues, E extends Endpoint> = FormPageProps<Values, E> & {
  form: UseFormReturn<Values>
}

/** The request for what is typed now. What uses it stands apart, so that typing draws fields only where they change. */
function useInput<Values extends FieldValues, E extends Endpoint>(
  props: WatchedProps<Values, E>,
): EndpointInput<E> {
  const { control, getValues } = props.form
  // What is watched lags behind by a render when rows of a list come and go.
  useWatch({ control })
  return props.inputOf(getValues(), props.before)
}

type EndProps<Values extends FieldValues, E extends Endpoint> = WatchedProps<Values, E> & {
  isDirty: boolean
  isPending: boolean
  problems: readonly string[]
}

function End<Values extends FieldValues, E extends Endpoint>(props: EndProps<Values, E>) {
  const { endpoint, submitLabel, refusal, effect, cancelTo, isDirty, isPending, problems } = props
  const { body } = useInput(props)
  const isChanged = endpoint.method === 'POST' || !isEmpty(body)
  const known = body as Body<E>
  // What was refused has been taken back: there is nothing left that was not saved.
  const isSame = !isChanged && !isDirty
  const why = typeof refusal === 'function' ? refusal(known) : refusal
  return (
    <SubmitRow
      label={typeof submitLabel === 'string' ? submitLabel : submitLabel(known)}
      isPending={isPending}
      problems={isSame ? [] : problems}
      disabledReason={why ?? (isSame ? 'Nothing has changed yet' : undefined)}
      cancelTo={cancelTo}
    >
      {effect?.(known, isChanged)}
    </SubmitRow>
  )
}

function Preview<Values extends FieldValues, E extends Endpoint>(props: WatchedProps<Values, E>) {
  const { endpoint, shown } = props
  const toControlPlane = useControlPlaneUrl()
  const toGateway = useGatewayRead()
  const { params, body } = useInput(props)
  const path = fillPath(endpoint.path, params ?? {})
  return (
    <RequestPreview
      method={endpoint.method === 'POST' ? 'POST' : 'PATCH'}
      {...(endpoint.area === 'gateway' ? toGateway(path) : { url: toControlPlane(path) })}
      body={shown ? shown(body as Body<E>) : body}
    />
  )
}

function isEmpty(body: unknown): boolean {
  return Object.keys(body ?? {}).length === 0
}
