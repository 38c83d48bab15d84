import { useQuery } from '@tanstack/react-query'
import { type Embed, getEmbedUsage } from '../../contract/embeds/embeds.ts'
import { query, useApi } from '../api.tsx'

const days = 30

/** What an embed was used for lately. */
export function EmbedUsage({ embed }: { embed: Embed }) {
  const input = { params: { embed_id: embed.id }, query: { days } }
  const { data, error } = useQuery(query(useApi().gateway, getEmbedUsage, input))
  const sum = (name: 'visitors' | 'conversations' | 'messages' | 'votes') =>
    (data ?? []).reduce((total, day) => total + day[name], 0).toLocaleString()
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-2">
      <h2 id="usage" className="font-semibold">
        Last {days} days
      </h2>
      {error && <p className="text-bad">{error.message}</p>}
      {data && (
        <dl className="grid grid-cols-4 gap-2 tabular-nums">
          {(['visitors', 'conversations', 'messages', 'votes'] as const).map((name) => (
            <div key={name}>
              <dt className="text-ink-3 text-sm">{name}</dt>
              <dd className="text-lg">{sum(name)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
