import { type FormEvent, useState } from 'react'
import { checkEmbed, type EmbedFinding } from '../../contract/embeds/embed-check.ts'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { useApi, useCall } from '../api.tsx'

const looks = {
  ok: { tone: 'ok', word: 'Right' },
  warn: { tone: 'warn', word: 'Look at this' },
  fail: { tone: 'bad', word: 'Wrong' },
} as const

/** Examines whether the chat works on a page, and says what to change. */
export function EmbedCheck({ embed }: { embed: Embed }) {
  const origin = embed.allowed_origins.find((one) => one.startsWith('http') && !one.includes('*'))
  const [site, setSite] = useState(origin ?? '')
  const check = useCall(useApi().gateway, checkEmbed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate({ params: { embed_id: embed.id }, body: { site } })
  }
  const problem = check.error?.fieldErrors[0]?.msg ?? check.error?.message
  return (
    <section aria-labelledby="embed-check" className="flex flex-col gap-3">
      <h2 id="embed-check" className="font-semibold">
        Check a site
      </h2>
      <form noValidate onSubmit={submit} className="flex items-end gap-2">
        <Field label="Address of a page" error={problem} className="grow">
          <TextInput
            isMono
            value={site}
            placeholder="https://shop.example.com/contact"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSite(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          className="h-8"
          isPending={check.isPending}
          disabledReason={site.trim() === '' ? 'Give an address first' : undefined}
        >
          Check
        </Button>
      </form>
      {check.data && (
        <ul aria-label="Findings" className="flex flex-col gap-3">
          {check.data.findings.map((finding) => (
            <Finding key={finding.name} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Finding({ finding }: { finding: EmbedFinding }) {
  const { tone, word } = looks[finding.status]
  return (
    <li>
      <div className="flex items-center gap-2">
        <StatusPill tone={tone} isCompact>
          {word}
        </StatusPill>
        <span className="font-strong">{finding.name}</span>
      </div>
      <p className="mt-1 text-ink-2">{finding.found}</p>
      {finding.fix && <p className="mt-0.5">{finding.fix}</p>}
    </li>
  )
}
