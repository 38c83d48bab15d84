import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { leaveRestToServer, reachOf } from './leave-to-server.ts'

const middle = async () => {}
const own = () => new Response('own')

it.each([
  ['middleware of all addresses', new Hono().use(middle), ['*']],
  ['middleware below one', new Hono().use('/threads/*', middle), ['threads']],
  ['middleware below a base', new Hono().basePath('/own').use(middle), ['own']],
  ['routes', new Hono().get('/own/:id', own).post('/threads/mine', own), ['own', 'threads']],
  ['a route of all addresses', new Hono().get('*', own).get('/:any', own), []],
  ['a page', new Hono().get('/', own), []],
])('the reach of an app with %s', (_name, app, reach) => {
  expect(reachOf((app as Hono).routes)).toEqual(reach)
})

it('an app of no framework is not touched', () => {
  expect(leaveRestToServer({ fetch: () => new Response() }, { port: 1, key: 'k' })).toBeNull()
})
