import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { announcesBody, asksWhetherToUpgrade } from './announced-body.js'

test.each<[boolean, IncomingHttpHeaders]>([
  [false, {}],
  [false, { 'content-length': '0' }],
  [false, { 'content-length': '000' }],
  [true, { 'content-length': '5' }],
  [true, { 'content-length': '05' }],
  [true, { 'content-length': '0, 5' }],
  [true, { 'transfer-encoding': 'chunked' }],
])('a body follows: %s, %o', (follows, headers) => {
  expect(announcesBody({ headers })).toBe(follows)
})

test('a server asks since Node 24.9', () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  expect(asksWhetherToUpgrade(createServer())).toBe(major > 24 || (major === 24 && minor >= 9))
})
