import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { originForm, pathOf } from './request-target.js'

it.each([
  ['/api/v1/sites?limit=1', '/api/v1/sites?limit=1', '/api/v1/sites'],
  ['http://video.example.com/api/v1/sites?limit=1', '/api/v1/sites?limit=1', '/api/v1/sites'],
  ['HTTPS://video.example.com:8443/a#b', '/a#b', '/a'],
  ['http://u:p@[2001:db8::1]:80/a', '/a', '/a'],
  ['http://video.example.com', '/', '/'],
  ['http://video.example.com?a=/b', '/?a=/b', '/'],
  ['http:///a', '/a', '/a'],
  ['/api/v1/%61uth/refresh', '/api/v1/%61uth/refresh', '/api/v1/auth/refresh'],
  ['/a%2Fb', '/a%2Fb', '/a%2Fb'],
  ['/%zz', '/%zz', '/%zz'],
  ['//other.example.com/a', '//other.example.com/a', '//other.example.com/a'],
  ['/http://other.example.com/a', '/http://other.example.com/a', '/http://other.example.com/a'],
  ['*', '*', '*'],
])('%s is %s, and its path %s', (target, inOriginForm, path) => {
  expect([originForm(target), pathOf(target)]).toEqual([inOriginForm, path])
})

describe('a request is answered alike, in whichever form it names its target', () => {
  const page = 'https://app.example.com'
  let world: TestApp
  let port: number
  beforeAll(async () => {
    world = await createTestApp({ config: { corsOrigins: [page] } })
    port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => world.close())

  /** All that is answered to one request, whose connection then ends. */
  async function answer(start: string, ...fields: readonly string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    const pieces: Buffer[] = []
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.write([`${start} HTTP/1.1`, 'Host: video.example.com', ...fields, '', ''].join('\r\n'))
    await once(socket, 'close')
    return Buffer.concat(pieces).toString('latin1')
  }
  const forms = (path: string) => [
    path,
    `http://video.example.com${path}`,
    `HTTPS://video.example.com${path}`,
  ]
  const closing = 'Connection: close'

  it.each([...forms('/api/v1/auth/refresh'), '/api/v1/%61uth/refresh'])('POST %s', async (target) => {
    const said = await answer(`POST ${target}`, closing, `Origin: ${page}`, 'Content-Length: 0')
    expect(said).toMatch(/^HTTP\/1\.1 401 /)
    expect(said).toMatch(/^access-control-allow-credentials: true\r$/im)
    expect(said).toContain('"code":"UNAUTHORIZED"')
  })

  it.each(forms('/api/v1/health'))('GET %s', async (target) => {
    expect(await answer(`GET ${target}`, closing)).toMatch(/^HTTP\/1\.1 200 [^]*"status":"ok"/)
  })

  it.each([
    ...forms('/api/v1/live'),
    ...forms('/api/v1/gateways/01900000-0000-7000-8000-000000000000/ws'),
    ...forms(
      '/api/v1/gateways/01900000-0000-7000-8000-000000000000/live/01900000-0000-7000-8000-000000000000',
    ),
    '/api/v1/live/',
    '/api/v1/%6cive',
  ])('a WebSocket at %s', async (target) => {
    const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
    const offered = ['Sec-WebSocket-Protocol: sightline.live.v1, bearer.x', 'Authorization: Bearer gw_x']
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket']
    // By who takes the path: a route would say 426, and that there is none 404.
    expect(await answer(`GET ${target}`, ...upgrade, ...key, ...offered)).toMatch(/^HTTP\/1\.1 401 /)
  })

  it.each(['x', '200-ok', 'x, 99-continue'])(
    'Expect: %s, which nobody meets, is refused as all else is',
    async (unmet) => {
      const fields = [closing, `Origin: ${page}`, `Expect: ${unmet}`, 'Content-Length: 0']
      const said = await answer('POST /api/v1/auth/refresh', ...fields)
      expect(said).toMatch(/^HTTP\/1\.1 417 /)
      expect(said).toMatch(/^x-request-id: [\w-]{36}\r$/im)
      expect(said).toMatch(/^access-control-allow-origin: /im)
      expect(said).toMatch(/"code":"VALIDATION_ERROR","message":"[^"]*Expect[^"]*","details":\[\{/)
    },
  )
})
