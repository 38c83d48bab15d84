import type { Source } from '../../../contract/agent-server/answers/sources.ts'

/** What an answer refers to, numbered. Nothing is asked of a server before somebody opens it. */
export function Sources({ list }: { list: readonly Source[] }) {
  return (
    <section aria-label="Sources" className="mt-2 text-md leading-5">
      <div aria-hidden className="text-ink-3 text-sm">
        Sources
      </div>
      <ol className="mt-0.5 list-inside list-decimal text-ink-2 marker:text-ink-3">
        {list.map(({ title, href }) => (
          <li key={href ?? title} className="[overflow-wrap:anywhere]">
            {href ? (
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="text-accent underline underline-offset-2"
              >
                {title}
              </a>
            ) : (
              title
            )}
            {href && title !== new URL(href).hostname && (
              <span className="text-ink-3 text-sm">{` ${new URL(href).hostname}`}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
