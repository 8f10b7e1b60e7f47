import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { asksWhetherToUpgrade } from './announced-body.js'

let world: TestApp
let org: TestOrg
let admin: SignedIn
let line: Line
let port: number

/** A connection of a client that writes its bytes itself. */
class Line {
  readonly socket: Socket
  #received = Buffer.alloc(0)

  constructor(to: number) {
    this.socket = connect(to, '127.0.0.1')
    this.socket.on('error', () => undefined)
    this.socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes])
    })
  }

  send(...bytes: readonly string[]): this {
    for (const piece of bytes) this.socket.write(piece, 'latin1')
    return this
  }

  /** The next answer; null if the connection ends before it. */
  async answer(): Promise<{ status: number; head: string; body: string } | null> {
    for (;;) {
      const text = this.#received.toString('latin1')
      const [head = ''] = text.split('\r\n\r\n', 1)
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
      const end = head.length + 4 + length
      if (text.length >= end) {
        this.#received = this.#received.subarray(end)
        return { status: Number(head.split(' ')[1]), head, body: text.slice(head.length + 4, end) }
      }
      if (this.socket.readableEnded || this.socket.destroyed) return null
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close'), once(this.socket, 'end')])
    }
  }

  async statuses(count: number): Promise<(number | undefined)[]> {
    const statuses: (number | undefined)[] = []
    for (let n = 0; n < count; n += 1) statuses.push((await this.answer())?.status)
    return statuses
  }
}

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  admin = await org.signIn('admin')
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())
beforeEach(() => {
  line = new Line(port)
})
afterEach(() => line.socket.destroy())

const head = (first: string, ...fields: readonly string[]) =>
  [`${first} HTTP/1.1`, 'Host: video.example.com', ...fields, '', ''].join('\r\n')
const health = '/api/v1/health'
const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk',
]
const offer = (protocols: string, ...fields: readonly string[]) =>
  head(`GET ${health}`, 'Connection: Upgrade', `Upgrade: ${protocols}`, ...fields)
const plain = head(`GET ${health}`)

/** A request that makes a site, with the upgrade that Java offers. */
function makeSite(name: string, fields: readonly string[] = h2c) {
  const body = JSON.stringify({ name })
  const authorization = `Authorization: Bearer ${admin.token}`
  const framing = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  return { start: head('POST /api/v1/sites', ...fields, authorization, ...framing), body }
}

const siteNames = async () =>
  (await world.test.query<{ name: string }>('select name from sites')).map(({ name }) => name)

/** How many statements wait for a lock. */
const waiting = async () => {
  const rows = await world.test.query<object>(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Node reads bodies of upgrades itself: after a request with one the connection ends. */
const endsAfterBodies = () => asksWhetherToUpgrade(world.app.server)

describe('an upgrade that is not made', () => {
  it.each([
    [
      "of Java's client",
      'GET /api/v1/health HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nHost: video.example.com\r\n' +
        'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\nUpgrade: h2c\r\nUser-Agent: Java-http-client/17.0.9\r\n\r\n',
    ],
    [
      'of curl --http2',
      'GET /api/v1/health HTTP/1.1\r\nHost: video.example.com\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n' +
        'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n',
    ],
    ['as nginx passes it on', offer('h2c')],
    ['to TLS', offer('TLS/1.2, TLS/1.0')],
    ['to WebSocket, on a route that speaks none', offer('websocket', 'Sec-WebSocket-Version: 13')],
    ['to several', offer('h2c, websocket')],
    ['to what nobody knows', offer('x/1')],
  ])('is ignored, and the request answered: %s', async (_, bytes) => {
    const answer = await line.send(bytes).answer()
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    expect(answer?.head).toMatch(/^Connection: keep-alive$/im)
    // The connection goes on.
    expect(await line.send(plain, bytes, plain).statuses(3)).toEqual([200, 200, 200])
  })

  it('costs its request nothing of a body, in however many pieces that comes', async () => {
    const { start, body } = makeSite('In pieces')
    for (const piece of [start.slice(0, 40), start.slice(40), ...body.split('')]) {
      line.send(piece)
      // A packet of its own.
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await line.answer()).toMatchObject({ status: 201, body: expect.stringContaining('In pieces') })
    expect(await line.send(plain).statuses(1)).toEqual([endsAfterBodies() ? undefined : 200])
  })

  it('waits for the answers before it, and those after it for its own', async () => {
    const [first, second] = [makeSite('Before', []), makeSite('Behind')]
    line.send(first.start + first.body + second.start + second.body + offer('h2c') + plain)
    const [one, other] = [await line.answer(), await line.answer()]
    expect([one?.body, other?.body]).toEqual([
      expect.stringContaining('Before'),
      expect.stringContaining('Behind'),
    ])
    expect(await line.statuses(2)).toEqual(endsAfterBodies() ? [undefined, undefined] : [200, 200])
  })

  it('with chunks for a body, after 100 Continue', async () => {
    const authorization = `Authorization: Bearer ${admin.token}`
    const fields = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Expect: 100-continue']
    line.send(head('POST /api/v1/sites', ...h2c, authorization, ...fields))
    const [first] = await once(line.socket, 'data')
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    line.send('8\r\n{"name":\r\n', '9\r\n"Chunks"}\r\n0\r\n\r\n', plain)
    await expect.poll(siteNames).toContain('Chunks')
  })

  it('ends the connection where the request asks for that', async () => {
    line.send(head(`GET ${health}`, 'Connection: close, Upgrade', 'Upgrade: h2c'))
    expect(await line.statuses(2)).toEqual([200, undefined])
  })

  it('leaves nothing behind on a connection that offers it each time', async () => {
    const counts = new Set<number>()
    const count = (_request: unknown, { socket }: { socket: Socket | null }) =>
      counts.add(socket?.listenerCount('error') ?? 0).add(socket?.listenerCount('close') ?? 0)
    world.app.server.on('request', count)
    for (let n = 0; n < 20; n += 1) expect(await line.send(offer('h2c')).statuses(1)).toEqual([200])
    world.app.server.off('request', count)
    // As many at the last one as at the first.
    expect(Math.max(...counts)).toBeLessThan(5)
  })
})

describe('nobody smuggles a request by an upgrade', () => {
  /** Answered 200 if it is ever read as a request. */
  const hidden = plain

  it.each([
    ['two ways to say how long the body is', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['the same in the other order', ['Transfer-Encoding: chunked', 'Content-Length: 5']],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a coding that is not the last', ['Transfer-Encoding: chunked, gzip']],
    ['a coding that nobody knows', ['Transfer-Encoding: xchunked']],
    ['a byte that no field has', ['X-A: a\0b']],
    ['a line that goes on', ['X-A: a', ' Content-Length: 5']],
    ['a blank before the colon', ['Content-Length : 5']],
    ['a length that is none', ['Content-Length: 5, 5']],
  ])('%s: it is refused, and the connection ends', async (_, fields) => {
    line.send(head('POST /api/v1/auth/refresh', ...h2c, ...fields) + hidden)
    const statuses: number[] = []
    for (let answer = await line.answer(); answer !== null; answer = await line.answer())
      statuses.push(answer.status)
    // Of a route that takes the body of nobody unread, before Node has looked at the coding.
    expect(statuses).toContain(
      endsAfterBodies() && fields.includes('Transfer-Encoding: xchunked') ? 415 : 400,
    )
    expect(statuses.filter((status) => status < 400)).toEqual([])
  })

  it('the body is a body, also where it looks like a request', async () => {
    const fields = ['Content-Type: application/json', `Content-Length: ${hidden.length}`]
    const bytes = head('POST /api/v1/auth/refresh', ...h2c, ...fields) + hidden
    expect(await line.send(bytes).statuses(2)).toEqual([400, undefined])
  })

  it('behind a body in the same packet, where Node forgets the head that follows and reads on', async () => {
    const [first, second, smuggled] = [makeSite('First'), makeSite('Second', []), makeSite('Smuggled', [])]
    const inSecond = smuggled.start + smuggled.body
    const length = `Content-Length: ${inSecond.length}`
    const holder = new pg.Client({ connectionString: world.test.address.url })
    await holder.connect()
    try {
      await holder.query('begin; lock table sites in share mode')
      line.send(first.start + first.body + second.start.replace(/Content-Length: \d+/, length))
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      line.send(inSecond)
      // A packet that came later was read.
      expect(await new Line(port).send(plain).statuses(1)).toEqual([200])
    } finally {
      await holder.end()
    }
    const one = await line.answer()
    expect(one).toMatchObject({ status: 201, body: expect.stringContaining('First') })
    const other = await line.answer()
    expect(other?.status).toBe(endsAfterBodies() ? undefined : 400)
    expect(/^Connection: close/im.test(one?.head ?? '')).toBe(endsAfterBodies())
    line.socket.destroy()
    expect(await siteNames()).not.toContain('Smuggled')
  })

  it('a length that Node leaves out for too many lines before it', async () => {
    const many = Array.from({ length: 1_100 }, () => 'a: b')
    line.send(head('POST /api/v1/sites', ...h2c, ...many, `Content-Length: ${hidden.length}`) + hidden)
    // Since Node 24 so many lines are refused by itself.
    expect(await line.statuses(2)).toEqual([endsAfterBodies() ? 431 : 400, undefined])
  })
})

describe('an upgrade that is made', () => {
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  const live = ['Sec-WebSocket-Protocol: sightline.live.v1, bearer.x']

  it.each(['websocket', 'WebSocket', 'websocket, h2c', 'h2c, websocket'])(
    'is still for who takes its path: %s',
    async (protocols) => {
      line.send(head('GET /api/v1/live', 'Connection: Upgrade', `Upgrade: ${protocols}`, ...key, ...live))
      // Its own refusal of a token that nobody made, not that of the route.
      expect(await line.answer()).toMatchObject({ status: 401 })
    },
  )

  it('one to something else there is told what the route speaks', async () => {
    line.send(head('GET /api/v1/live', ...h2c), head('GET /api/v1/gateways/x/ws', ...h2c))
    expect(await line.statuses(2)).toEqual([426, 426])
  })
})
