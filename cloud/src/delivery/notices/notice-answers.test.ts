import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NoticeReader } from '#testing/notice-reader.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import { ready } from './notices.fixture.js'

const page = 'https://console.example.com'

let world: TestApp
let org: TestOrg
let url: string
beforeAll(async () => {
  world = await createTestApp({ config: { corsOrigins: [page] } })
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  org = await world.createOrg()
})
afterAll(() => world.close())

/** How many answers of the route have ended. */
async function ended(): Promise<number> {
  const { text } = await world.platform.metrics.expose()
  const counts = /^sightline_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm
  return [...text.matchAll(counts)].reduce(
    (sum, [, labels = '', count]) =>
      labels.includes('route="/api/v1/notices') && labels.includes('status="200"')
        ? sum + Number(count)
        : sum,
    0,
  )
}

/** What is asked for on one connection, one behind the other. */
async function ask(...tokens: readonly string[]) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (piece: string) => {
    text += piece
  })
  await once(socket, 'connect')
  for (const token of tokens)
    socket.write(
      `GET /api/v1/notices HTTP/1.1\r\nhost: x\r\norigin: ${page}\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
  return { socket, text: () => text }
}

test('a stream bears the headers of every answer', async () => {
  const { token } = await org.signIn('owner')
  const { socket, text } = await ask(token)
  await expect.poll(text, { timeout: 10_000 }).toContain('event: ready')
  const head = text().slice(0, text().indexOf('\r\n\r\n')).toLowerCase()
  for (const line of [
    'http/1.1 200 ok',
    'content-type: text/event-stream',
    'cache-control: no-store',
    'x-accel-buffering: no',
    'connection: close',
    'transfer-encoding: chunked',
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    `content-security-policy: default-src 'none'; frame-ancestors 'none'`,
    'cross-origin-resource-policy: same-origin',
    'vary: origin',
    `access-control-allow-origin: ${page}`,
  ])
    expect(head.split('\r\n')).toContain(line)
  expect(head).toMatch(/^x-request-id: [\da-f-]{36}$/m)
  expect(head).toMatch(/^date: /m)
  socket.destroy()
  await expect.poll(ended, { timeout: 10_000 }).toBe(1)
})

test('the end of a stream is counted, whoever ended it', async () => {
  const before = await ended()
  const { token } = await org.signIn('owner')
  const left = await ready(await NoticeReader.open(url, { token }))
  await left[Symbol.asyncDispose]()
  await expect.poll(ended, { timeout: 10_000 }).toBe(before + 1)
  await using reader = await ready(await NoticeReader.open(url, { token }))
  await world.call({ token }, { method: 'POST', url: '/api/v1/auth/logout' })
  await reader.ended
  await expect.poll(ended, { timeout: 10_000 }).toBe(before + 2)
})

test('whoever asks again behind a stream that does not end takes no place once the connection is gone', async () => {
  const { token } = await org.signIn('owner')
  const places = world.services.notices.size
  const { socket, text } = await ask(token, token)
  await expect.poll(text, { timeout: 10_000 }).toContain('event: ready')
  await expect.poll(() => world.services.notices.size, { timeout: 10_000 }).toBe(places + 2)
  socket.destroy()
  await expect.poll(() => world.services.notices.size, { timeout: 10_000 }).toBe(places)
})
