import type { ComponentProps } from 'react'
import { embedLanguages, embedPlacements, embedThemes } from '../../contract/embeds/embeds.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FormPage } from '../forms/form-page.tsx'
import { Pair, Toggle } from '../forms/form-parts.tsx'
import { paths } from '../paths.ts'
import { Color, Lines, Section, Select, Text } from './embed-fields.tsx'
import { Target } from './embed-target.tsx'
import type { EmbedValues } from './embed-values.ts'

type EmbedFormProps<E extends Endpoint> = Omit<
  ComponentProps<typeof FormPage<EmbedValues, E>>,
  'children' | 'cancelTo'
>

/** What an operator decides about an embedded chat. */
export function EmbedForm<E extends Endpoint>(props: EmbedFormProps<E>) {
  return (
    <FormPage {...props} cancelTo={paths.embeds()}>
      {(form) => (
        <>
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
              <Toggle
                form={form}
                name="can_restart"
                label="Visitors may begin a new conversation"
              />
              <Toggle
                form={form}
                name="shows_tool_details"
                label="Show arguments and results of tools"
              />
              <Toggle
                form={form}
                name="loads_when_idle"
                label="Load the chat before it is opened"
              />
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
              <Text
                form={form}
                name="visitor_concurrent_runs"
                label="Answers at once, each visitor"
              />
              <Text
                form={form}
                name="embed_concurrent_runs"
                label="Answers at once, all visitors"
              />
            </Pair>
          </Section>
          <Toggle form={form} name="is_enabled" label="Switched on" />
        </>
      )}
    </FormPage>
  )
}
