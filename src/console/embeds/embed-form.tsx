import { type ReactNode, useRef, useState } from 'react'
import { type FieldPath, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { ApiError } from '../../client/api-error.ts'
import { embedLanguages, embedPlacements, embedThemes } from '../../contract/embeds/embeds.ts'
import { FormPage } from '../forms/form-page.tsx'
import { Pair, Toggle } from '../forms/form-parts.tsx'
import { RequestPreview } from '../forms/request-preview.tsx'
import { SubmitRow } from '../forms/submit-row.tsx'
import { useGatewayRead } from '../objects/object-menu.tsx'
import { Color, Lines, Section, Select, Text } from './embed-fields.tsx'
import { Target } from './embed-target.tsx'
import type { EmbedValues } from './embed-values.ts'

type EmbedFormProps = {
  title: string
  /** Stands beside the title. */
  menu?: ReactNode
  isNew: boolean
  before: EmbedValues
  submitLabel: string
  cancelTo: string
  isPending: boolean
  request: { method: 'POST' | 'PATCH'; path: string; bodyOf: (values: EmbedValues) => object }
  /** True once there is nothing left to save to, so that the page is left without a question. */
  isGone?: () => boolean
  /** Sends it; the form shows what is refused, and lets the page be left once it was saved. */
  onSubmit: (
    values: EmbedValues,
    then: { onSaved: (next: EmbedValues) => void; onRefused: (error: ApiError) => void },
  ) => void
}

type Form = UseFormReturn<EmbedValues>

/** What an operator decides about an embedded chat. */
export function EmbedForm(props: EmbedFormProps) {
  const form = useForm<EmbedValues>({ defaultValues: props.before, mode: 'onTouched' })
  const [problems, setProblems] = useState<string[]>([])
  const isSaved = useRef(false)
  // Known only when it is read while drawing.
  const { isDirty } = form.formState
  const values = useWatch({ control: form.control }) as EmbedValues
  const { method, path, bodyOf } = props.request
  const body = bodyOf({ ...props.before, ...values })
  const isChanged = props.isNew || Object.keys(body).length > 0
  const toGateway = useGatewayRead()
  const submit = form.handleSubmit((typed) => {
    setProblems([])
    props.onSubmit(typed, {
      onSaved: (next) => {
        // A new one is left for its own page; what is changed after a save is guarded again.
        isSaved.current = props.isNew
        form.reset(next)
      },
      onRefused: (error) => setProblems(showRefusal(error, form)),
    })
  })
  return (
    <FormPage
      title={props.title}
      menu={props.menu}
      onSubmit={submit}
      beside={<RequestPreview method={method} {...toGateway(path)} body={body} />}
      isInColumn={!props.isNew}
      isDirty={() => isDirty && !isSaved.current && !props.isGone?.()}
    >
      <Text
        form={form}
        name="name"
        label="Name"
        hint="For you; visitors see the title."
        required="Give it a name."
      />
      <Target form={form} />
      <Lines
        form={form}
        name="allowed_origins"
        label="Allowed origins"
        hint="One a line, as https://shop.example.com or https://*.example.com. Pages of other origins are refused."
        isMono
      />
      <Section title="Look">
        <Pair>
          <Text form={form} name="title" label="Title" />
          <Color form={form} />
        </Pair>
        <Lines
          form={form}
          name="greeting"
          label="Greeting"
          hint="Stands above the first message."
        />
        <Lines
          form={form}
          name="suggestions"
          label="Suggested questions"
          hint="One a line, six at most."
        />
        <Text
          form={form}
          name="avatar_url"
          label="Picture"
          hint="An https address; empty for the first letter of the title."
          isMono
        />
        <div className="flex flex-wrap gap-2">
          <Select form={form} name="placement" label="Place" options={embedPlacements} />
          <Select form={form} name="language" label="Language" options={embedLanguages} />
          <Select form={form} name="theme" label="Theme" options={embedThemes} />
        </div>
      </Section>
      <Section title="Behaviour">
        <Lines
          form={form}
          name="feedback_keys"
          label="Feedback keys"
          hint="One key carries both thumbs as 1 and -1. Of two, the first is for liked and the second for disliked. None: no thumbs."
          isMono
        />
        <div className="flex">
          <Select
            form={form}
            name="on_disconnect"
            label="When the visitor leaves"
            options={['continue', 'cancel']}
          />
        </div>
        <div className="flex flex-col gap-1.5">
          <Toggle form={form} name="can_stop" label="Visitors may stop an answer" />
          <Toggle form={form} name="can_restart" label="Visitors may begin a new conversation" />
          <Toggle
            form={form}
            name="shows_tool_details"
            label="Show arguments and results of tools"
          />
          <Toggle form={form} name="loads_when_idle" label="Load the chat before it is opened" />
          <Toggle
            form={form}
            name="requires_identity"
            label="Only users that the site vouches for"
          />
        </div>
      </Section>
      <Section title="Limits">
        <Pair>
          <Text form={form} name="max_message_length" label="Characters of a message" />
          <Text
            form={form}
            name="retention_days"
            label="Days to keep conversations"
            hint="Empty: for ever."
          />
          <Text
            form={form}
            name="visitor_messages_per_minute"
            label="Messages a minute, each visitor"
          />
          <Text
            form={form}
            name="embed_messages_per_minute"
            label="Messages a minute, all visitors"
          />
          <Text
            form={form}
            name="address_requests_per_minute"
            label="Requests a minute, each network address"
            hint="Messages, new conversations and votes together."
          />
          <Text form={form} name="visitor_concurrent_runs" label="Answers at once, each visitor" />
          <Text form={form} name="embed_concurrent_runs" label="Answers at once, all visitors" />
        </Pair>
      </Section>
      <Toggle form={form} name="is_enabled" label="Switched on" />
      <SubmitRow
        label={props.submitLabel}
        isPending={props.isPending}
        problems={problems}
        disabledReason={isChanged ? undefined : 'Nothing has changed yet'}
        cancelTo={props.cancelTo}
      />
    </FormPage>
  )
}

/** Puts what the server refused next to the fields that it names; answers the rest. */
function showRefusal(error: ApiError, form: Form): string[] {
  if (error.fieldErrors.length === 0) return [error.message]
  return error.fieldErrors.flatMap(({ loc, msg }, index) => {
    const name = loc[1]
    if (loc[0] !== 'body' || typeof name !== 'string' || !(name in form.getValues())) {
      return [`${loc.slice(1).join('.') || 'Request'}: ${msg}`]
    }
    const field = name as FieldPath<EmbedValues>
    form.setError(field, { type: 'server', message: msg }, { shouldFocus: index === 0 })
    return []
  })
}
