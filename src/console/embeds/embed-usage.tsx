import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getEmbedUsage } from '../../contract/embeds/embed-usage.ts'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { now } from '../../ui/format/now.ts'
import { Note } from '../../ui/page/note.tsx'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'

const days = 30
const names = ['visitors', 'conversations', 'messages', 'votes', 'tokens'] as const

/** What an embed was used for lately. */
export function EmbedUsage({ embed }: { embed: Embed }) {
  const input = { params: { embed_id: embed.id }, query: { days } }
  const { data, error } = useQuery(query(useApi().gateway, getEmbedUsage, input))
  const sum = (name: (typeof names)[number]) =>
    (data ?? []).reduce((total, day) => total + (day[name] ?? 0), 0).toLocaleString()
  const today = data?.at(-1)
  const isToday = today?.day === new Date(now()).toISOString().slice(0, 10)
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 id="usage" className="grow font-semibold">
          Last {days} days
        </h2>
        <Link to={paths.embedAnalytics(embed.id)}>By day and page</Link>
      </div>
      {error && <p className="text-bad">{error.message}</p>}
      {data && (
        <dl className="grid grid-cols-3 gap-2 tabular-nums min-[480px]:grid-cols-5">
          {names.map((name) => (
            <div key={name}>
              <dt className="text-ink-3 text-sm">{name}</dt>
              <dd className="text-lg">{sum(name)}</dd>
            </div>
          ))}
        </dl>
      )}
      {embed.visitor_tokens_per_day !== null && (
        <VisitorLimit
          most={embed.visitor_tokens_per_day}
          used={(isToday && today?.visitor_tokens) || 0}
        />
      )}
    </section>
  )
}

/** How near the visitor who has used most today is to what each may use. */
function VisitorLimit({ most, used }: { most: number; used: number }) {
  const words = `${used.toLocaleString()} of ${most.toLocaleString()} tokens`
  if (used < most * 0.8)
    return <p className="text-ink-2">The most of one visitor today: {words}.</p>
  return (
    <Note
      tone="warn"
      title={used < most ? 'A visitor is near the limit' : 'A visitor has reached the limit'}
    >
      The most of one visitor today: {words}. Who has used them up is asked to come back tomorrow.
    </Note>
  )
}
