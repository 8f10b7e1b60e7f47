import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { until } from '../platform/until.fixture.js'
import { faster, LinkInTest } from './link.fixture.js'

let at: LinkInTest

beforeEach(async () => {
  at = await LinkInTest.open()
})
afterEach(() => at.close())

/** Says the one, and then the other without end. */
function chatter(first: string, next: string) {
  return (socket: Socket): void => {
    const say = (text: string): void => {
      if (!socket.destroyed) socket.write(text, () => setTimeout(say, 20, next))
    }
    say(first + next)
  }
}

it('connecting -> refused: says so and asks seldom', async () => {
  at.cloud.refuseWith = 401
  at.start(faster(20))
  await until(() => at.link.state.kind === 'refused')
  await systemClock.delay(300)
  expect(at.cloud.attempts).toBe(1)
  expect(at.link.state).toEqual({ kind: 'refused', reason: 'unauthorized' })
})

it.each([
  [401, 'auth_required', 'unauthorized'],
  [403, 'forbidden', 'disabled'],
  [404, 'not_found', 'unauthorized'],
])('connecting -> refused: a %i of the cloud itself', async (status, code, reason) => {
  at.cloud.refuseWith = status
  const body = JSON.stringify({ error: { code, message: 'no' } })
  at.cloud.refusal = { head: 'Server: nginx\r\nContent-Type: application/json\r\n', body }
  at.start(faster(20))
  await until(() => at.link.state.kind === 'refused')
  expect(at.link.state).toEqual({ kind: 'refused', reason })
  expect(at.link.lastError).toBe(`the cloud answered with status ${status}`)
})

it.each([
  ['a proxy whose cloud is being restarted', 404, 'Content-Type: text/plain\r\n', '404 page not found\n'],
  ['a filter', 403, 'Server: filter/1\r\n', '<html>Not allowed</html>'],
  ['a portal', 401, 'Content-Type: text/html\r\nContent-Length: 0\r\n', ''],
  ['a page that ends too soon', 401, 'Content-Type: text/html\r\nContent-Length: 900\r\n', '<html>'],
  ['words that end too soon', 401, 'Content-Type: text/plain\r\nContent-Length: 900\r\n', 'no'],
  ['a JSON that ends too soon', 403, 'Content-Type: application/json\r\nContent-Length: 9\r\n', ''],
])(
  'connecting -> waiting -> connecting: comes back from who answers in place of the cloud: %s',
  async (_what, status, head, body) => {
    at.cloud.refuseWith = status
    at.cloud.refusal = { head, body }
    at.start(faster(10))
    await until(() => at.cloud.attempts >= 3)
    expect(at.link.state.kind).not.toBe('refused')
    expect(at.link.lastError).toMatch(/^something on the way .*in place of the cloud, with status 40/)
    at.cloud.refuseWith = null
    const session = await at.cloud.session(0)
    await session.welcome()
    await until(() => at.link.isLive)
  },
)

it('connecting -> waiting -> connecting: comes back from a proxy that makes no way to the cloud', async () => {
  let asked = 0
  const proxy = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      asked += 1
      socket.end('HTTP/1.1 403 Forbidden\r\nServer: squid/6\r\nContent-Length: 0\r\n\r\n')
    })
  })
  onTestFinished(() => void proxy.close())
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  const proxyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  at.start(faster(10), { cloudUrl: 'https://cloud.invalid', route: { proxyUrl, ca: [] } })
  await until(() => asked >= 3)
  expect(at.link.lastError).toBe(
    'something on the way (squid/6) answered in place of the cloud, with status 403',
  )
})

it('connecting -> waiting -> connecting: comes back after an outage', async () => {
  at.cloud.refuseWith = 503
  at.start(faster(10))
  await until(() => at.cloud.attempts >= 3)
  at.cloud.refuseWith = null
  const session = await at.cloud.session(0)
  await session.welcome()
  await until(() => at.link.isLive)
  expect(at.link.lastError).toBeNull()
})

it.each([
  ['a proxy that never answers', 'https://cloud.invalid', () => undefined],
  ['a proxy whose answer has no end', 'https://cloud.invalid', chatter('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
  ['a cloud that says to go on, without end', null, chatter('', 'HTTP/1.1 100 Continue\r\n\r\n')],
])('connecting -> waiting -> connecting: comes back from %s', async (_what, cloudUrl, says) => {
  const connected = new Set<Socket>()
  let asked = 0
  const server = createServer((socket) => {
    connected.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => connected.delete(socket))
    socket.once('data', () => {
      asked += 1
      says(socket)
    })
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const through = { cloudUrl: cloudUrl ?? url, route: { proxyUrl: cloudUrl && url, ca: [] } }
  at.start(faster(200), through)
  await until(() => asked > 1)
  expect(at.link.lastError).toBe('no answer of the cloud within 30 s')
  await until(() => connected.size <= 1)
  at.stopping.abort()
  await at.running
  await until(() => connected.size === 0)
})
