import { afterEach, expect, it, vi } from 'vitest'
import { FailedCall } from './api-error.js'
import type { LiveSocket } from './live/live-socket.js'
import { type WatchOptions, watch } from './watch.js'
import { type WatchStep, WatchSteps } from './watch-steps.js'

/** A socket without a line: the service at its other end says what the test wants. */
class ScriptedSocket implements LiveSocket {
  binaryType = ''
  readyState = 1
  readonly asked: { readonly type: string; readonly id?: number; readonly sequence?: number }[] = []
  readonly #heard = { message: [], close: [], error: [] } as Record<string, ((event: never) => void)[]>

  addEventListener(type: string, heard: (event: never) => void): void {
    this.#heard[type]?.push(heard)
  }

  send(text: string): void {
    this.asked.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = 3
  }

  says(message: object): void {
    this.#tell('message', { data: JSON.stringify(message) })
  }

  /** Welcomes, and says what the frames of the subscription are. */
  begins(): void {
    this.says({ type: 'welcome', server_time: '2026-03-14T09:41:00.000Z', expires_at: null })
    this.says({ type: 'format', id: 1, stream: 'main', mode: 'full', ...picture })
  }

  frame(sequence: number): void {
    const bytes = new DataView(new ArrayBuffer(33))
    bytes.setUint8(0, 1)
    bytes.setUint8(1, 1)
    bytes.setUint16(2, 1)
    bytes.setUint32(4, sequence)
    bytes.setFloat64(16, sequence * 40_000)
    this.#tell('message', { data: bytes.buffer })
  }

  breaks(code: number): void {
    this.readyState = 3
    this.#tell('close', { code, reason: '' })
  }

  of(type: string): { readonly sequence?: number }[] {
    return this.asked.filter((message) => message.type === type)
  }

  #tell(type: string, event: object): void {
    for (const heard of this.#heard[type] ?? []) heard(event as never)
  }
}

const picture = {
  rendition: 'source',
  codec: 'avc1.4d401f',
  description: null,
  width: 640,
  height: 360,
  audio: null,
}

const opened: ScriptedSocket[] = []
const leaving = new AbortController()

afterEach(() => {
  vi.unstubAllGlobals()
  opened.length = 0
})

/** Begins to watch. @returns the next step that is no word about the line */
function watching(more: Partial<WatchOptions> = {}) {
  const steps = watch({
    origin: 'https://video.example.com',
    credential: 'sa_key',
    cameraId: 'camera',
    openSocket: () => {
      const socket = new ScriptedSocket()
      opened.push(socket)
      return socket
    },
    ...more,
  })
  const next = async (): Promise<WatchStep | null> => {
    for (;;) {
      const { value, done } = await steps.next()
      if (done) return null
      if (value.type !== 'line') return value
    }
  }
  return { steps, next }
}

const socketAt = (index: number) =>
  vi.waitFor(
    () => {
      const socket = opened[index]
      if (!socket) throw new Error(`socket ${index} is not open`)
      return socket
    },
    { timeout: 10_000 },
  )

it('brings what frames are and each frame, and acknowledges one once the next step is asked for', async () => {
  const { next, steps } = watching({ stream: 'sub', audio: true })
  const first = next()
  const socket = await socketAt(0)
  socket.begins()
  expect(await first).toMatchObject({ type: 'format', format: { codec: 'avc1.4d401f', width: 640 } })
  expect(socket.of('subscribe')).toMatchObject([
    { camera_id: 'camera', stream: 'sub', mode: 'full', audio: true, decodes: ['h264', 'h265'] },
  ])
  socket.says({ type: 'state', id: 1, state: 'live', stream: 'sub', reason: null, message: null })
  expect(await next()).toMatchObject({ type: 'state', state: { state: 'live', isBusy: false } })
  socket.frame(1)
  socket.frame(2)
  expect(await next()).toMatchObject({ type: 'frame', frame: { sequence: 1, dtsUs: 40_000 } })
  expect(socket.of('ack')).toEqual([])
  expect(await next()).toMatchObject({ frame: { sequence: 2 } })
  await vi.waitFor(() => expect(socket.of('ack')).toEqual([{ type: 'ack', id: 1, sequence: 1 }]))
  await steps.return()
  expect(socket.of('unsubscribe')).toHaveLength(1)
  expect(socket.readyState).toBe(3)
})

it('goes on over another socket when one breaks', async () => {
  const { next, steps } = watching()
  const first = next()
  const socket = await socketAt(0)
  socket.begins()
  await first
  socket.breaks(1006)
  const again = next()
  const second = await socketAt(1)
  second.begins()
  second.frame(1)
  expect(await again).toMatchObject({ type: 'format' })
  expect(await next()).toMatchObject({ frame: { sequence: 1 } })
  await steps.return()
})

it('ends with its signal, also while it waits, and asks for nothing where that was before', async () => {
  const { next } = watching({ signal: leaving.signal })
  const waiting = next()
  const socket = await socketAt(0)
  leaving.abort()
  expect(await waiting).toBeNull()
  expect(socket.readyState).toBe(3)
  expect(await watching({ signal: leaving.signal }).next()).toBeNull()
  expect(opened).toHaveLength(1)
})

it('ends with the code of the service where asking again changes nothing, and goes on where it does', async () => {
  const { next } = watching()
  const first = next()
  const socket = await socketAt(0)
  socket.begins()
  await first
  const over = { type: 'ended', id: 1, reason: null }
  socket.says({ ...over, code: 4503, message: 'no picture', retry_after_ms: 1 })
  expect(await next()).toMatchObject({ type: 'ended', ended: { code: 4503 }, retryInMs: 1 })
  const last = next()
  await vi.waitFor(() => expect(socket.of('subscribe')).toHaveLength(2))
  socket.says({ ...over, id: 2, code: 4404, message: 'There is no such camera.', retry_after_ms: null })
  await expect(last).rejects.toMatchObject({ name: 'WatchEnded', code: 4404 })
})

it('ends with what a request is told, where the key is revoked', async () => {
  const error = { code: 'UNAUTHORIZED', message: 'this key is revoked' }
  const { next } = watching({ fetch: async () => Response.json({ error }, { status: 401 }) })
  const first = next()
  const socket = await socketAt(0)
  socket.begins()
  await first
  socket.breaks(4401)
  await expect(next()).rejects.toThrow(FailedCall)
})

it('says so where there is no WebSocket', async () => {
  vi.stubGlobal('WebSocket', undefined)
  const steps = watch({ origin: 'https://video.example.com', credential: 'sa_key', cameraId: 'camera' })
  await expect(steps.next()).rejects.toThrow('openSocket')
})

it('keeps of a beginning that is over no frame that nobody took, and of words the newest', async () => {
  const frame = (sequence: number) => ({
    kind: 'video' as const,
    keyframe: true,
    discontinuity: false,
    catchUp: false,
    subscription: 1,
    sequence,
    capturedMs: 0,
    dtsUs: 0,
    ctsUs: 0,
    data: new Uint8Array(),
  })
  const format = (codec: string): Extract<WatchStep, { type: 'format' }> => ({
    type: 'format',
    format: { ...picture, rendition: 'source', codec, stream: 'main', mode: 'full' },
  })
  const steps = new WatchSteps()
  for (let generation = 1; generation <= 50; generation += 1) {
    steps.add({ type: 'line', line: { kind: 'lost', sinceMs: generation } })
    steps.add(format(`avc${generation}`))
    for (let sequence = 1; sequence <= 3; sequence += 1) steps.addFrame(frame(sequence), generation)
  }
  const taken = []
  while (steps.size > 0) taken.push(await steps.next())
  expect(taken.map((one) => one?.step)).toMatchObject([
    { type: 'line', line: { sinceMs: 50 } },
    { type: 'format', format: { codec: 'avc50' } },
    { frame: { sequence: 1 } },
    { frame: { sequence: 2 } },
    { frame: { sequence: 3 } },
  ])
  expect(taken.at(-1)?.generation).toBe(50)
})
