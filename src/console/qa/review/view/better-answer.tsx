import { type BetterAnswer, betterAnswers } from '../../../../contract/qa/reviews.ts'
import { OptionButton } from '../../../../ui/controls/option-button.tsx'
import { betterWords } from '../judging/judging.ts'
import type { Review } from '../judging/use-review.ts'

const keyNames: Readonly<Record<BetterAnswer, string>> = { a: 'A', b: 'B', tie: 'T', bad: 'N' }
const shortWords: typeof betterWords = { ...betterWords, a: 'A better', b: 'B better' }

type BetterAnswerProps = { review: Review; isNarrow?: boolean }

/** Which of both is better. */
export function BetterAnswerChoice({ review, isNarrow = false }: BetterAnswerProps) {
  const words = isNarrow ? shortWords : betterWords
  return (
    <fieldset
      aria-label="Better answer"
      className="flex grow items-center gap-2 max-[1099px]:gap-1.5"
    >
      {!isNarrow && (
        <span aria-hidden className="w-28 flex-none font-strong">
          Better answer
        </span>
      )}
      {betterAnswers.map((better) => (
        <OptionButton
          key={better}
          isChosen={review.judgement.verdict.better === better}
          keyName={keyNames[better]}
          disabledReason={review.refusal}
          onChoose={() => review.change({ what: 'better', better })}
          className={
            isNarrow
              ? 'h-11! min-w-0 grow basis-0 px-1! text-md!'
              : 'h-[34px]! min-w-0 grow basis-0 gap-2 text-md!'
          }
        >
          {words[better]}
        </OptionButton>
      ))}
    </fieldset>
  )
}
