// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StepTimeline } from '../../src/ui/page/step-timeline.tsx'
import { Steps } from '../../src/ui/page/steps.tsx'

afterEach(cleanup)

it('says in words where a rollout stands, and marks the current step', () => {
  render(
    <Steps
      label="Rollout"
      steps={[
        { id: 'q', label: 'Queued', state: 'done', detail: '2 s' },
        { id: 'b', label: 'Building', state: 'now', detail: '0:42' },
        { id: 'd', label: 'Deploying', state: 'pending' },
      ]}
    />,
  )
  const items = within(screen.getByRole('list', { name: 'Rollout' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Queued, done2 s',
    'Building, in progress0:42',
    'Deploying, not started',
  ])
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

it('says that a step failed', () => {
  render(<Steps label="Rollout" steps={[{ id: 'b', label: 'Building', state: 'failed' }]} />)
  expect(screen.getByRole('listitem')).toHaveTextContent('Building, failed')
})

it('draws finished steps of a run on one scale', () => {
  render(
    <StepTimeline
      label="Steps"
      steps={[
        { id: '1', name: 'classify', startMs: 1_000, endMs: 1_500 },
        { id: '2', name: 'answer', startMs: 1_500, endMs: 3_000, hasFailed: true },
      ]}
    />,
  )
  const [first, second] = screen.getAllByRole('listitem')
  expect(first).toHaveTextContent('classify0.5 s')
  expect(second).toHaveTextContent('answer1.5 s, failed')
  expect(second?.querySelector('[style]')).toHaveStyle({ marginLeft: '25%', width: '75%' })
})

it('33.1.6: says of a step that ran beside others that it took that long at most', () => {
  const beside = { id: '1', name: 'left', startMs: 1_000, endMs: 3_000, isAtMost: true }
  render(<StepTimeline label="Steps" steps={[beside]} />)
  expect(screen.getByRole('listitem')).toHaveTextContent('left≤ 2 s')
})

it('an empty timeline is an empty list', () => {
  render(<StepTimeline label="Steps" steps={[]} />)
  expect(screen.getByRole('list', { name: 'Steps' })).toBeEmptyDOMElement()
})
