import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../platform/clock.js'
import { LiveConnection } from './live-connection.js'
import type { LiveSink } from './live-subscription.js'

/** A clock that stands still until it is moved. */
class MovedClock implements Clock {
  #nowMs = 0
  #timers: { readonly dueMs: number; readonly work: () => void }[] = []
  now = () => this.#nowMs
  wall = () => this.#nowMs
  after(ms: number, work: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms, work }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
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

beforeEach(() => {
  clock = new MovedClock()
  PageSocket.opened.length = 0
  vi.stubGlobal('WebSocket', PageSocket)
  connection = new LiveConnection({
    server: 'https://video.example.com',
    requestToken: () => Promise.resolve('token'),
    clock,
    chance: () => 0,
  })
})
afterEach(() => {
  connection.close()
  vi.unstubAllGlobals()
})

/** Opens a subscription, and greets. @returns the socket */
async function watching(isBusy = false): Promise<PageSocket> {
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
  socket.hears({ type: 'welcome', server_time: '2026-03-14T09:41:00.000Z', expires_at: null })
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
    const socket = await watching(true)
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
