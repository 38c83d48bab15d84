import { Note } from '../../../ui/page/note.tsx'
import { DocLink } from '../../objects/docs/doc-link.tsx'
import type { StackProblem } from './stack-problems.ts'

/** What is wrong with the stack, each with what to do and where more is said about it. */
export function StackProblemNotes({ problems }: { problems: readonly StackProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {problems.map(({ tone, title, advice, chapter }) => (
        <li key={title}>
          <Note tone={tone} title={title}>
            {advice}{' '}
            <DocLink page={chapter.page} section={chapter.section}>
              {chapter.title}
            </DocLink>
          </Note>
        </li>
      ))}
    </ul>
  )
}
