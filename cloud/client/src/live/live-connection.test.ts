import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../platform/clock.js'
import { LiveConnection } from './live-connection.js'
import type { LiveSink } from './live-subscription.js'
import type { TokenWhy } from './token-keeper.js'

/** A clock that stands still until it is moved. */
class MovedClock implements Clock {
  #nowMs = 0
  #sleptMs = 0
  #timers: { readonly dueMs: number; readonly work: () => void }[] = []
  now = () => this.#nowMs
  wall = () => this.#nowMs + this.#sleptMs
  after(ms: number, work: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms, work }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** As a laptop that is closed: it goes on with where it was, and only the time of day tells. */
  sleep(ms: number): void {
    this.#sleptMs += ms
  }

  /** Moves on in steps, in which promises are settled too. */
  async move(ms: number, stepMs = 100): Promise<void> {
    const untilMs = this.#nowMs + ms
    while (this.#nowMs < untilMs) {
      this.#nowMs = Math.min(untilMs, this.#nowMs + stepMs)
      const due = this.#timers.filter(({ dueMs }) => dueMs <= this.#nowMs)
      this.#timers = this.#timers.filter(({ dueMs }) => dueMs > this.#nowMs)
      for (const { work } of due) work()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** The WebSocket of a browser, without a line: a service at its other end says what the test wants. */
class PageSocket extends EventTarget {
  static readonly OPEN = 1
  static readonly opened: PageSocket[] = []
  readyState = 1
  binaryType = ''
  readonly asked: string[] = []

  constructor() {
    super()
    PageSocket.opened.push(this)
  }

  send(text: string): void {
    this.asked.push(text)
  }

  close(): void {
    this.readyState = 3
  }

  hears(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  /** A keyframe comes. */
  brings(subscription: number): void {
    const head = new DataView(new ArrayBuffer(32))
    head.setUint8(0, 1)
    head.setUint8(1, 1)
    head.setUint16(2, subscription)
    head.setUint32(4, 1)
    this.dispatchEvent(new MessageEvent('message', { data: head.buffer }))
  }

  breaks(code: number): void {
    this.close()
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }))
  }

  /** What it was asked, by its type. */
  askedFor(type: string): string[] {
    return this.asked.filter((text) => text.includes(`"type":"${type}"`))
  }
}

const state = { type: 'state', id: 1, stream: 'main', reason: null, message: null }
const format = {
  type: 'format',
  id: 1,
  stream: 'main',
  mode: 'full',
  rendition: 'source',
  codec: 'avc1.4d401f',
  description: null,
  width: 640,
  height: 360,
  audio: null,
}

let clock: MovedClock
let connection: LiveConnection
/** Why tokens were asked for, and which one is given. */
let whys: TokenWhy[]
let token: string

beforeEach(() => {
  clock = new MovedClock()
  whys = []
  token = 'token'
  PageSocket.opened.length = 0
  vi.stubGlobal('WebSocket', PageSocket)
  connection = new LiveConnection({
    server: 'https://video.example.com',
    requestToken: (why) => {
      whys.push(why)
      return Promise.resolve(token)
    },
    clock,
    chance: () => 0,
  })
})
afterEach(() => {
  connection.close()
  vi.unstubAllGlobals()
})

/** Of the page's own clock: it began at the epoch. */
const inSec = (seconds: number) => new Date(clock.wall() + seconds * 1000).toISOString()
const welcome = (expiresAt: string | null) => ({
  type: 'welcome',
  server_time: inSec(0),
  expires_at: expiresAt,
})

/** A camera beside the one that is watched. @param came told of each frame */
function watchedToo(cameraId: string, came: () => void): void {
  connection.subscribe(
    { cameraId, stream: 'main', mode: 'full', audio: false, decodes: ['h264'] },
    {
      format: () => undefined,
      frame: came,
      state: () => undefined,
      ended: () => undefined,
      line: () => undefined,
    },
  )
}

/** Numbers under which a camera was asked for on a socket. */
const numbersOf = (socket: PageSocket | undefined, cameraId: string): number[] =>
  (socket?.askedFor('subscribe') ?? [])
    .map((text) => JSON.parse(text))
    .filter((asked) => asked.camera_id === cameraId)
    .map((asked) => asked.id)

/**
 * Opens a subscription, and greets.
 * @param goodForSec of the token; null: for good
 * @param isBusy what comes is not taken
 * @returns the socket
 */
async function watching(goodForSec: number | null = null, isBusy = false): Promise<PageSocket> {
  const sink: LiveSink = {
    format: () => undefined,
    frame: () => undefined,
    state: () => undefined,
    ended: () => undefined,
    line: () => undefined,
    isBusy: () => isBusy,
  }
  connection.subscribe(
    { cameraId: 'camera', stream: 'main', mode: 'full', audio: false, decodes: ['h264'] },
    sink,
  )
  await clock.move(100)
  const [socket] = PageSocket.opened
  if (!socket) throw new Error('nothing was opened')
  socket.hears(welcome(goodForSec === null ? null : inSec(goodForSec)))
  return socket
}

describe('a link on which nothing is due', () => {
  it('is kept for as long as the service says that it is alive', async () => {
    const socket = await watching()
    socket.hears({ ...state, state: 'stalled' })
    for (let minute = 0; minute < 6; minute++) {
      await clock.move(10_000)
      socket.hears({ type: 'alive' })
    }
    expect(PageSocket.opened).toHaveLength(1)
    expect(socket.readyState).toBe(PageSocket.OPEN)
  })

  it('is left for another within about 25 s where it is dead', async () => {
    const socket = await watching()
    socket.hears({ ...state, state: 'stalled' })
    await clock.move(24_000)
    expect(PageSocket.opened).toHaveLength(1)
    await clock.move(2_000)
    expect(PageSocket.opened).toHaveLength(2)
  })
})

describe('a link on which pictures are due', () => {
  it('is left for another soon after the last', async () => {
    const socket = await watching()
    socket.hears(format)
    socket.hears({ ...state, state: 'live' })
    await clock.move(4_000)
    expect(PageSocket.opened).toHaveLength(2)
  })

  it('is not taken for dead by a page that stood still itself, before it has heard what came meanwhile', async () => {
    const socket = await watching()
    socket.hears(format)
    socket.hears({ ...state, state: 'live' })
    await clock.move(4_000, 4_000)
    socket.hears({ type: 'alive' })
    await clock.move(2_000)
    expect(PageSocket.opened).toHaveLength(1)
    await clock.move(2_000)
    expect(PageSocket.opened).toHaveLength(2)
  })

  it('is kept while what came is not taken: the service sends nothing more until then', async () => {
    const socket = await watching(null, true)
    socket.hears(format)
    socket.hears({ ...state, state: 'live' })
    await clock.move(20_000)
    expect(PageSocket.opened).toHaveLength(1)
  })

  it.each([
    ['the service sends keyframes alone', { mode: 'keys' }],
    ['pictures come as JPEG', { rendition: 'jpeg' }],
  ])('is given the time of keyframes where %s', async (_, change) => {
    const socket = await watching()
    socket.hears({ ...format, ...change })
    socket.hears({ ...state, state: 'live' })
    await clock.move(14_000)
    expect(PageSocket.opened).toHaveLength(1)
    await clock.move(2_000)
    expect(PageSocket.opened).toHaveLength(2)
  })
})

describe('the token of a link', () => {
  it('is lengthened over the link where it is a live token, and the page is asked for no other', async () => {
    token = 'lt_shop'
    const socket = await watching(10)
    socket.hears({ ...state, state: 'stalled' })
    for (const renewals of [1, 2]) {
      await clock.move(7_000)
      expect(socket.askedFor('renew')).toHaveLength(renewals)
      socket.hears({ type: 'renewed', expires_at: inSec(10) })
    }
    expect([PageSocket.opened.length, whys]).toEqual([1, ['first']])
  })

  it('gives way to another one, over a link beside, once it cannot be lengthened any more', async () => {
    token = 'lt_shop'
    const socket = await watching(10)
    socket.hears({ ...state, state: 'stalled' })
    const end = inSec(10)
    await clock.move(7_000)
    socket.hears({ type: 'renewed', expires_at: end })
    token = 'lt_next'
    await clock.move(2_200)
    expect(whys).toEqual(['first', 'expiring'])
    const [, next] = PageSocket.opened
    next?.hears(welcome(null))
    expect(next?.askedFor('subscribe')).toHaveLength(1)
    expect(socket.readyState).toBe(PageSocket.OPEN)
  })

  it('is asked for anew where it is an access token, and handed over the same link', async () => {
    const socket = await watching(10)
    socket.hears({ ...state, state: 'stalled' })
    await clock.move(7_000)
    expect(whys).toEqual(['first', 'expiring'])
    expect(socket.askedFor('token')).toHaveLength(1)
    expect(PageSocket.opened).toHaveLength(1)
  })
})

describe('after a sleep of the machine', () => {
  it('pictures are asked for over another link at once: the one before may be dead, and nobody tells', async () => {
    const socket = await watching()
    socket.hears(format)
    socket.hears({ ...state, state: 'live' })
    clock.sleep(3_600_000)
    await clock.move(600)
    const [, next] = PageSocket.opened
    next?.hears(welcome(null))
    expect(next?.askedFor('subscribe')).toHaveLength(1)
    // What comes first counts, over either.
    expect(socket.readyState).toBe(PageSocket.OPEN)
    socket.breaks(1006)
    next?.hears({ ...state, state: 'live' })
    await clock.move(600)
    expect(PageSocket.opened).toHaveLength(2)
  })

  it('a token that ended meanwhile is asked for anew', async () => {
    await watching(900)
    clock.sleep(3_600_000)
    await clock.move(600)
    PageSocket.opened[1]?.breaks(4401)
    await clock.move(1_500)
    expect(whys).toEqual(['first', 'first', 'refused'])
    expect(PageSocket.opened).toHaveLength(3)
  })
})

describe('while another link takes over, and a camera without a picture keeps both', () => {
  it('a camera that is asked for meanwhile is watched over the one that stays', async () => {
    const socket = await watching()
    socket.hears({ ...state, state: 'stalled' })
    socket.hears({ type: 'moving', left_ms: 6_000 })
    await clock.move(500)
    const [, next] = PageSocket.opened
    next?.hears(welcome(null))
    const came = vi.fn()
    watchedToo('gate', came)
    await clock.move(7_000)
    expect(socket.readyState).toBe(3)
    const [number] = numbersOf(next, 'gate')
    expect(number).toBeDefined()
    next?.brings(number ?? 0)
    expect(came).toHaveBeenCalledOnce()
  })

  it('a camera whose place went with a link that the one in use outlived is asked for there again', async () => {
    const socket = await watching()
    socket.hears(format)
    socket.hears({ ...state, state: 'live' })
    const came = vi.fn()
    watchedToo('gate', came)
    await clock.move(4_000)
    const [, next] = PageSocket.opened
    // It speaks again, just before another one is there.
    socket.hears({ ...state, state: 'stalled' })
    next?.hears(welcome(null))
    const [number] = numbersOf(next, 'gate')
    next?.brings(number ?? 0)
    expect(came).toHaveBeenCalledOnce()
    next?.breaks(1006)
    socket.hears({ type: 'alive' })
    await clock.move(1_000)
    const numbers = numbersOf(socket, 'gate')
    expect(numbers).toHaveLength(2)
    socket.brings(numbers.at(-1) ?? 0)
    expect(came).toHaveBeenCalledTimes(2)
  })

  it('the one before is left once it is silent, and the next one looked after as it was', async () => {
    const socket = await watching()
    watchedToo('gate', () => undefined)
    socket.hears({ ...format, id: 2 })
    socket.hears({ ...state, id: 2, state: 'live' })
    socket.hears({ ...state, state: 'stalled' })
    clock.sleep(3_600_000)
    await clock.move(600)
    const [, next] = PageSocket.opened
    next?.hears(welcome(null))
    next?.brings(numbersOf(next, 'gate')[0] ?? 0)
    expect(socket.readyState).toBe(PageSocket.OPEN)
    await clock.move(4_000)
    expect(socket.readyState).toBe(3)
    expect(next?.readyState).toBe(PageSocket.OPEN)
    await clock.move(1_000)
    expect(PageSocket.opened).toHaveLength(3)
  })
})

it('a camera without a picture is watched on, however often a token has ended that was taken', async () => {
  let socket = await watching()
  for (let night = 0; night < 5; night += 1) {
    socket.hears({ ...state, state: 'stalled' })
    socket.breaks(4401)
    await clock.move(1_500)
    const next = PageSocket.opened.at(-1)
    if (!next || next === socket) throw new Error('nobody asked again')
    next.hears(welcome(null))
    expect(next.askedFor('subscribe')).toHaveLength(1)
    socket = next
  }
})
