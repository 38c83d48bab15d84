import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { LiveMarks } from '../../../src/console/feedback/live-marks.tsx'
import { setupUser } from '../../helpers/user.ts'

const at = (day: number) => new Date(2030, 0, day, 14, 2).getTime()
const mark = (id: string, day: number, x: number) => ({ id, at: at(day), to: `/r/${id}`, x })

it('37: a mark of a chart leads to its revision; those that are close together are a menu of all', async () => {
  const user = setupUser()
  const marks = [
    mark('one', 1, 60),
    mark('two', 5, 200),
    mark('three', 6, 205),
    mark('four', 7, 210),
  ]
  const element = <LiveMarks marks={marks} left={44} width={320} />
  const router = createMemoryRouter([{ path: '*', element }])
  render(<RouterProvider router={router} />)
  const [first, several] = screen.getAllByRole('listitem')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(first).toHaveTextContent('one')
  expect(several).toHaveTextContent('3 revisions')

  await user.tab()
  const link = screen.getByRole('link', { name: 'Revision one went live 1 Jan 2030, 14:02:00' })
  expect(link).toHaveFocus()
  expect(link).toHaveAttribute('href', '/r/one')
  await user.tab()
  const joined = '3 revisions went live, 5 Jan 2030, 14:02:00 to 7 Jan 2030, 14:02:00'
  expect(screen.getByRole('button', { name: joined })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'two went live 5 Jan 2030, 14:02:00',
    'three went live 6 Jan 2030, 14:02:00',
    'four went live 7 Jan 2030, 14:02:00',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(router.state.location.pathname).toBe('/r/three')
})
