import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'

let world: TestApp

beforeAll(async () => {
  const s3 = { bucket: 'clips', region: 'eu-west-1', endpoint: null, accessKeyId: 'a', secretAccessKey: 'b' }
  world = await createTestApp({ config: { s3 } })
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.call(null, { url, headers })
const partsOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)

describe('the page of the console', () => {
  test.each(['/', '/live', '/live/north', '/events/01900000-0000-7000-8000-000000000000'])(
    'stands at %s, and is never kept',
    async (url) => {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ])
    },
  )

  test('runs our own scripts alone and makes none from text; sockets, pictures and clips come from where they are', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain(
      "require-trusted-types-for 'script'; trusted-types sightline-player sightline-messages;",
    )
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/connect-src 'self' wss?:\/\//)
    expect(policy).toContain('https://clips.s3.eu-west-1.amazonaws.com')
    expect(policy).not.toContain('unsafe')
  })

  test('loads only what is there; what bears a hash is kept for ever', async () => {
    const { body } = await get('/')
    expect(body).not.toMatch(/<script(?![^>]+src=)|style=|onclick=/)
    const parts = partsOf(body)
    expect(parts.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(1)
    for (const path of parts) {
      const { statusCode, headers } = await get(path)
      expect(statusCode, path).toBe(200)
      expect(headers['cache-control'], path).toBe(
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    }
  })

  test.each(['/assets/none.js', '/assets/..%2findex.html', '/assets/.vite/manifest.json', '/nothing'])(
    'there is nothing at %s',
    async (url) => {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers['cache-control']]).not.toEqual([200, expect.anything()])
      expect(statusCode).toBe(404)
      expect(String(headers['cache-control'])).not.toContain('immutable')
    },
  )
})

test.each([
  ['br, gzip', 'br'],
  ['gzip;q=0.5', 'gzip'],
  ['br;q=0, identity', undefined],
])('its script is sent as is asked by "%s", and not twice', async (accepted, encoding) => {
  const script = partsOf((await get('/')).body).find((path) => path.endsWith('.js')) ?? ''
  const { headers } = await get(script, { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['vary']).toContain('Accept-Encoding')
  const again = await get(script, { 'accept-encoding': accepted, 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
