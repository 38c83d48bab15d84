import { expect, it } from 'vitest'
import { withoutGraph } from './component-code.ts'

it('36.3: what is kept to draw components says nothing of the graph that they are of', () => {
  const code = {
    global: '__LGUI_weather',
    scripts: ['var __LGUI_weather={render(){__LGUI_weather.x}}', 'weather'],
    styles: ['a{}'],
  }
  expect(withoutGraph(code)).toEqual({
    global: '__LGUI_component',
    scripts: ['var __LGUI_component={render(){__LGUI_component.x}}', 'weather'],
    styles: ['a{}'],
  })
})

it('36.3: more than eight million characters are not kept', () => {
  const half = 'x'.repeat(4_000_000)
  const code = { global: '__LGUI_a', scripts: [half], styles: [half] }
  expect(withoutGraph(code)).not.toBeNull()
  expect(withoutGraph({ ...code, styles: [`${half}x`] })).toBeNull()
})
