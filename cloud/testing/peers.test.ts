import { expect, it } from 'vitest'
import { hasPeer } from './peers.js'

const nowhere = { NGINX_PATH: '/nowhere/nginx' }

it('a program of somebody else that is missing is said, and its tests are skipped', () => {
  const said: string[] = []
  expect(hasPeer('nginx', 'what stands before the service', nowhere, (line) => said.push(line))).toBe(false)
  expect(said.join('')).toContain(
    'SKIPPED: what stands before the service, for nginx is not installed (apt-get install nginx)',
  )
})

it('where none may be skipped it fails', () => {
  expect(() => hasPeer('nginx', 'what stands before', { ...nowhere, REQUIRE_PEERS: '1' })).toThrow(
    'what stands before has to be tested, and nginx is not installed',
  )
})

it('one that is there is run', () => {
  expect(hasPeer('nginx', 'x', { NGINX_PATH: process.execPath, REQUIRE_PEERS: '1' })).toBe(true)
})
