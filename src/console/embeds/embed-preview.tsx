import { useState } from 'react'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useApi } from '../api.tsx'

/** The chat as it stands on a page that has nothing to do with this console; it really answers. */
export function EmbedPreview({ embed }: { embed: Embed }) {
  const [round, setRound] = useState(0)
  const { baseUrl } = useApi().gateway
  const address = `${baseUrl}/embed-host.html?${new URLSearchParams({ embed: embed.key })}`
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 id="preview" className="grow font-semibold">
          Preview
        </h2>
        {embed.is_enabled && (
          <Button size="sm" onClick={() => setRound(round + 1)}>
            Load again
          </Button>
        )}
      </div>
      {embed.is_enabled ? (
        <>
          <p className="text-ink-2 text-sm">
            It really answers: what is written here counts as a visitor’s, in Analytics too.
          </p>
          <iframe
            key={`${embed.updated_at} ${round}`}
            src={address}
            title="The chat on a page of somebody else"
            className="h-[680px] w-full rounded-md border"
          />
        </>
      ) : (
        <p className="text-ink-2">It is switched off, so no page shows it.</p>
      )}
    </section>
  )
}
