import { expect, it } from 'vitest'
import { connectionAddress, connectionBase } from './connection-address.ts'

it('takes the connection from an address, and puts it there', () => {
  for (const id of ['local', 'a b/c', '9a9e3b54-0000-4000-8000-000000000000']) {
    const address = `${connectionBase(id)}/deployments/x`
    expect(connectionAddress(address)).toEqual({ connectionId: id, path: '/deployments/x' })
    expect(connectionAddress(connectionBase(id))).toEqual({ connectionId: id, path: '/' })
  }
})

it('leaves an address that names none as it is', () => {
  for (const path of ['/', '/deployments', '/connections/x', '/c', '/c/', '/c/%ff/x']) {
    expect(connectionAddress(path)).toEqual({ connectionId: null, path })
  }
})
