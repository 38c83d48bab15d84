import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawnText, rangesOf } from './drawn-text.ts'
import { wordDiff } from './word-diff.ts'

it('keeps the words of paragraphs, items and lines apart', () => {
  const { container } = render(
    <>
      <p>
        Over 30 <b>kg</b>.
      </p>
      <ul>
        <li>Your receipt</li>
      </ul>
      <p>
        one
        <br />
        two
      </p>
    </>,
  )
  expect(drawnText(container).text).toBe('Over 30 kg.\nYour receipt\none\ntwo')
})

it('gives the page’s ranges of what differs, across emphasis', () => {
  const { container } = render(
    <>
      <p data-testid="a">
        Sent <b>€349</b> back in <b>3 to 5</b> days
      </p>
      <p data-testid="b">
        Sent <b>€349</b> back in <b>5 to 10</b> working days
      </p>
    </>,
  )
  const [a, b] = [...container.children].map(drawnText)
  if (!a || !b) throw new Error('Nothing was drawn')
  const diff = wordDiff(a.text, b.text)
  expect(rangesOf(a, diff.a).map(String)).toEqual(['3 to 5'])
  expect(rangesOf(b, diff.b).map(String)).toEqual(['5 to 10 working'])
})
