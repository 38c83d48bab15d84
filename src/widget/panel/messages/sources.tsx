import type { Source } from '../../../contract/agent-server/answers/sources.ts'
import { useFileTools } from '../files/file-tools.ts'

/** What an answer refers to. Nothing is asked of a stranger's server before the visitor opens it. */
export function Sources({ list }: { list: readonly Source[] }) {
  const { texts } = useFileTools()
  return (
    <section aria-label={texts.sources} className="mt-2 text-sm">
      <div aria-hidden className="text-ink-3">
        {texts.sources}
      </div>
      <ol className="mt-0.5 list-inside list-decimal text-ink-2">
        {list.map(({ title, href }) => (
          <li key={href ?? title} dir="auto" className="[overflow-wrap:anywhere]">
            {href ? (
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="text-accent underline"
              >
                {title}
              </a>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
