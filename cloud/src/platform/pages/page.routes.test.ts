import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'

let world: TestApp

beforeAll(async () => {
  const s3 = { bucket: 'clips', region: 'eu-west-1', endpoint: null, accessKeyId: 'a', secretAccessKey: 'b' }
  world = await createTestApp({ config: { s3 } })
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.call(null, { url, headers })
const live = '/cameras/01900000-0000-7000-8000-000000000000/live'
const pages = [live, '/reset?token=abc', `/shared/${'x'.repeat(43)}`]

describe('a page', () => {
  test.each(pages)(
    '%s runs nothing but our own scripts, in no frame, and tells nobody where it was',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain('https://clips.s3.eu-west-1.amazonaws.com')
      expect(policy).not.toContain('unsafe')
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      // What the policy would refuse must not be in it.
      expect(body).not.toMatch(/<script(?![^>]+src=)|style=|onclick=|<form[^>]+action=/)
      expect(body).not.toContain('abc')
    },
  )

  test.each(pages)('%s loads only what is there', async (url) => {
    const { body } = await get(url)
    const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    expect(loaded.length).toBeGreaterThan(1)
    for (const path of loaded) expect((await get(path)).statusCode, path).toBe(200)
  })

  test.each(['/shared/x', '/pages/none.js', '/pages/..%2fpackage.json', '/pages/tsconfig.json'])(
    'there is none at %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )
})

test('the page of a camera may open a socket, start the worker of the player and play from memory; no other page may', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy'])
  expect(await policyOf(live)).toMatch(
    /connect-src 'self' wss?:\/\/[^;]+;.*media-src [^;]+ blob:; worker-src blob:/,
  )
  expect(await policyOf('/reset')).not.toMatch(/blob:|ws:/)
})

describe.each(['player.js', 'mpeg1.js', 'mse.js'])('of the player, %s', (file) => {
  const address = `/player/v1/${file}`

  test('pages of any origin may load it', async () => {
    const { statusCode, headers } = await get(address, { origin: 'https://shop.example' })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, identity', undefined],
  ])('is sent as is asked by "%s"', async (accepted, encoding) => {
    const { headers } = await get(address, { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toContain('Accept-Encoding')
    const again = await get(address, {
      'accept-encoding': accepted,
      'if-none-match': String(headers['etag']),
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

test('every script and style of the folder is served, and not sent twice', async () => {
  const files = await readdir(new URL('../../../pages/', import.meta.url))
  for (const file of files.filter((name) => /\.(js|css)$/.test(name))) {
    const first = await get(`/pages/${file}`)
    expect(first.headers['content-type'], file).toMatch(/^text\/(javascript|css); charset=utf-8$/)
    const again = await get(`/pages/${file}`, { 'if-none-match': String(first.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
})
