import type { Locator, Page } from '@playwright/test'
import { shortId } from '../../src/ui/format/short-id-text.ts'
import {
  choose,
  filter,
  goTo,
  type Hand,
  openRow,
  pressButton,
  pressLink,
  type Step,
  search,
} from './steps.ts'
import { type Support, support } from './support.ts'

/** What an operator wants to know of one agent among hundreds, with the way to it from the list of deployments. */
export interface Question {
  name: string
  steps: readonly Step[]
  /** Makes what it is about anew, since the one before was put right. */
  prepare?: () => Promise<void>
  /** What is on the screen once it is answered. */
  answer: (page: Page) => Locator
}

/** How each question is gone about: by lists with the mouse and on a phone, by searches with keys alone. */
export function questions(by: Hand, { failed, revisions, fail }: Support): readonly Question[] {
  const [, serving] = revisions.map(shortId)
  const isByKeys = by === 'keys'
  const toRun = isByKeys
    ? [search(failed.run_id, /^Run /)]
    : [
        goTo(by, 'Runs'),
        choose(by, /^Status/, 'Failed or timed out'),
        // What it was asked leads to its thread.
        openRow(shortId(failed.run_id)),
      ]
  const toDeployment = isByKeys
    ? [search(support.name, new RegExp(`^${support.name}`))]
    : [filter(support.name), openRow(support.name)]
  const toRevisions = [...toDeployment, pressLink(by, 'Revisions')]
  const row = (page: Page) => page.getByRole('row').filter({ hasText: serving ?? '' })
  return [
    {
      name: 'Why did this run fail?',
      steps: toRun,
      answer: (page) => page.getByText(support.failure),
    },
    {
      name: 'What did the agent print?',
      steps: toRun,
      answer: (page) => page.getByRole('log').getByText(support.printed),
    },
    {
      name: 'Which revision made it slower?',
      steps: toRevisions,
      answer: (page) => row(page).getByText(/× slower$/),
    },
    {
      name: 'Who released this?',
      steps: toRevisions,
      answer: (page) => row(page).getByText('API key'),
    },
    {
      name: 'What changed between these two?',
      steps: [
        ...toDeployment,
        choose(by, new RegExp(`^More about revision ${serving}`), 'Compare with the one before'),
      ],
      answer: (page) => page.getByText(support.change),
    },
    {
      name: 'Back to the last good one',
      prepare: fail,
      steps: [...toDeployment, pressButton(by, /^Back to the last good one/)],
      answer: (page) => page.getByText(/^Going back to/),
    },
  ]
}
