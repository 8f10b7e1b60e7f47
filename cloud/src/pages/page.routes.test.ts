import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.js'

let world: TestApp

beforeAll(async () => {
  const s3 = { bucket: 'clips', region: 'eu-west-1', endpoint: null, accessKeyId: 'a', secretAccessKey: 'b' }
  world = await createTestApp({ config: { s3 } })
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.call(null, { url, headers })
const pages = [
  '/reset?token=abc',
  '/events/01900000-0000-7000-8000-000000000000',
  `/shared/${'x'.repeat(43)}`,
]

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
    expect(loaded).toHaveLength(2)
    for (const path of loaded) expect((await get(path)).statusCode, path).toBe(200)
  })

  test.each(['/events/x', '/shared/x', '/pages/none.js', '/pages/..%2fpackage.json', '/pages/tsconfig.json'])(
    'there is none at %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )
})

test('every script and style of the folder is served, and not sent twice', async () => {
  const files = await readdir(new URL('../../pages/', import.meta.url))
  for (const file of files.filter((name) => /\.(js|css)$/.test(name))) {
    const first = await get(`/pages/${file}`)
    expect(first.headers['content-type'], file).toMatch(/^text\/(javascript|css); charset=utf-8$/)
    const again = await get(`/pages/${file}`, { 'if-none-match': String(first.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
})
