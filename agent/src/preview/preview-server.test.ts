import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type MediaFrame, readMediaFrame, ToViewer } from '@sightline/protocol'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { ScriptedSource } from '#testing/scripted-source.js'
import type { StreamWatcher } from '../cameras/live-streams.js'
import { SharedTranscoding } from '../live/shared-transcoding.js'
import { TransportPictures } from '../live/transport-pictures.js'
import { systemClock } from '../platform/clock.js'
import { mpeg1Transcoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { until } from '../platform/until.fixture.js'
import type { PreviewedStreams } from './preview-feed.js'
import { type PreviewServer, servePreview } from './preview-server.js'

let avc: EncodedVideo
let hevc: EncodedVideo
let ffmpeg: string
beforeAll(async () => {
  const of = { seconds: 2, fps: 25, gop: 25 } as const
  ;[avc, hevc] = await Promise.all([encodeVideo(of), encodeVideo({ ...of, codec: 'h265' })])
  ffmpeg = (await ffmpegForTests()).path
})

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
})

interface Options {
  readonly name?: string
  readonly ffmpegPath?: string | null
  readonly main?: EncodedVideo
  /** A camera without one has no sub stream. */
  readonly sub?: EncodedVideo
}

/** A camera that runs, and the page of its preview. */
async function preview({ name = 'Front door', ffmpegPath = ffmpeg, main = avc, sub }: Options = {}) {
  const sources = {
    main: new ScriptedSource(systemClock, main),
    sub: sub && new ScriptedSource(systemClock, sub),
  }
  for (const source of Object.values(sources)) source?.start()
  const timer = setInterval(() => {
    for (const source of Object.values(sources)) source?.showDue()
  }, 20)
  open.push({ [Symbol.asyncDispose]: () => Promise.resolve(clearInterval(timer)) })
  const watchers = new Set<StreamWatcher>()
  const streams: PreviewedStreams = {
    codec: (role) => sources[role]?.currentRun()?.video.codec ?? null,
    refusal: (role) => (sources[role] ? null : { code: 'unsupported', message: 'there is none' }),
    watch: (role, watcher) => {
      const source = sources[role]
      if (source === undefined) throw new Error('a stream is watched that there is not')
      watchers.add(watcher)
      watcher.available(source)
      return () => void watchers.delete(watcher)
    },
  }
  const [clock, log] = [systemClock, silentLogger]
  const transcoding =
    ffmpegPath === null
      ? null
      : new SharedTranscoding({ start: mpeg1Transcoder(ffmpegPath, clock), clock, log })
  const state = () => 'On line.'
  const server = await servePreview({
    name,
    streams,
    transcoding,
    state,
    host: '127.0.0.1',
    clock,
    log,
    random: systemRandom,
  })
  open.push(server)
  return { server, source: sources.main, watchers, origin: new URL(server.url).origin }
}

/** Opens the link as a browser does. */
async function enter(server: PreviewServer): Promise<string> {
  const answer = await fetch(server.url, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/')
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The live socket of a page, which confirms what it gets. */
async function look(origin: string, cookie: string, from = origin): Promise<Looker> {
  const html = await fetch(`${origin}/`, { headers: { cookie } }).then((answer) => answer.text())
  const camera = /camera="([^"]+)"/.exec(html)?.[1] ?? randomUUID()
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/live`, protocols, {
    headers: { cookie },
    origin: from,
  })
  const looker = new Looker(socket, camera)
  await once(socket, 'open')
  open.push({ [Symbol.asyncDispose]: () => Promise.resolve(socket.terminate()) })
  return looker
}

const protocols = ['sightline.live.v1', 'bearer.lt_preview']

class Looker {
  readonly said: ToViewer[] = []
  readonly frames: MediaFrame[] = []
  readonly socket: WebSocket
  readonly camera: string
  readonly closed: Promise<number>
  acknowledges = true

  constructor(socket: WebSocket, camera: string) {
    this.socket = socket
    this.camera = camera
    this.closed = once(socket, 'close').then(([code]) => Number(code))
    this.closed.catch(() => undefined)
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return void this.said.push(ToViewer.parse(JSON.parse(data.toString())))
      const frame = readMediaFrame(data)
      if (frame === null) throw new Error('a frame that cannot be read')
      this.frames.push(frame)
      if (this.acknowledges) this.send({ type: 'ack', id: frame.subscription, sequence: frame.sequence })
    })
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  subscribe(more: object = {}): void {
    this.send({ type: 'subscribe', id: 1, camera_id: this.camera, decodes: ['h264', 'mpeg1'], ...more })
  }

  of<T extends ToViewer['type']>(type: T): Extract<ToViewer, { type: T }>[] {
    return this.said.filter((one): one is Extract<ToViewer, { type: T }> => one.type === type)
  }

  untilFrames(count: number): Promise<void> {
    return until(() => Promise.resolve(this.frames.length >= count))
  }
}

/** Children of this process that are an ffmpeg. */
async function transcoders(): Promise<number> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  const names = children.trim().split(' ').filter(Boolean)
  const lines = await Promise.all(
    names.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter((line) => line.startsWith(ffmpeg)).length
}

describe('the picture in a browser', () => {
  it('comes as the camera sends it, in the live protocol, and only while somebody looks', async () => {
    const { server, origin, source, watchers } = await preview()
    const page = await look(origin, await enter(server))
    expect(page.socket.protocol).toBe('sightline.live.v1')
    expect([watchers.size, source.listeners]).toEqual([0, 0])
    page.subscribe()
    await page.untilFrames(60)
    expect(page.of('welcome')).toMatchObject([{ expires_at: null }])
    expect(page.of('format')).toMatchObject([
      { id: 1, stream: 'main', mode: 'full', rendition: 'source', width: 320, height: 240 },
    ])
    expect(page.frames[0]).toMatchObject({ keyframe: true, sequence: 1, subscription: 1, catchUp: true })
    expect(page.frames.map(({ sequence }) => sequence)).toEqual(page.frames.map((_, index) => index + 1))
    expect(page.of('state').at(-1)).toMatchObject({ state: 'live', reason: null })
    expect(await transcoders()).toBe(0)
    page.send({ type: 'unsubscribe', id: 1 })
    await until(() => Promise.resolve(page.of('ended').length === 1))
    expect([watchers.size, source.listeners]).toEqual([0, 0])
  })

  it('comes as MPEG-1 where the browser plays nothing else, transcoded once for all', async () => {
    const { server, origin, source } = await preview({ main: hevc })
    const cookie = await enter(server)
    const pages = [await look(origin, cookie), await look(origin, cookie)]
    for (const page of pages) page.subscribe()
    for (const page of pages) {
      await page.untilFrames(30)
      expect(page.of('format')).toMatchObject([{ rendition: 'mpeg1', codec: 'mpeg1', width: 320 }])
      expect(page.of('state').at(-1)).toMatchObject({ state: 'live', reason: 'codec_not_decodable' })
      expect(page.frames[0]).toMatchObject({ kind: 'mpeg1', keyframe: true })
    }
    expect(await transcoders()).toBe(1)
    const stream = Buffer.concat((pages[1]?.frames ?? []).map(({ data }) => data))
    const args = ['-v', 'error', '-f', 'mpegts', '-i', 'pipe:0', '-f', 'null', '-']
    const decoding = promisify(execFile)(ffmpeg, args)
    decoding.child.stdin?.end(stream)
    await expect(decoding).resolves.toMatchObject({ stdout: '', stderr: '' })
    expect(new TransportPictures().take(stream).length).toBeGreaterThan(20)
    pages[0]?.socket.close()
    await pages[1]?.untilFrames((pages[1]?.frames.length ?? 0) + 10)
    pages[1]?.socket.close()
    await until(async () => source.listeners === 0 && (await transcoders()) === 0)
  })

  it('is the sub stream where the browser plays that, or asks for it; keyframes alone where they are asked for', async () => {
    const { server, origin } = await preview({ main: hevc, sub: avc })
    const page = await look(origin, await enter(server))
    page.subscribe()
    await page.untilFrames(5)
    expect(page.of('format')).toMatchObject([{ stream: 'sub', rendition: 'source' }])
    expect(page.of('state').at(-1)).toMatchObject({ reason: 'codec_not_decodable', stream: 'sub' })
    page.send({ type: 'update', id: 1, stream: 'sub', mode: 'keys' })
    await until(() => Promise.resolve(page.of('format').length === 2))
    const before = page.frames.length
    await page.untilFrames(before + 2)
    expect(page.frames.slice(before).every(({ keyframe }) => keyframe)).toBe(true)
    expect(page.of('state').at(-1)).toMatchObject({ state: 'live', reason: null })
    expect(await transcoders()).toBe(0)
  })

  it('goes on when the stream begins anew', async () => {
    const { server, origin, source } = await preview()
    const page = await look(origin, await enter(server))
    page.subscribe()
    await page.untilFrames(5)
    source.lose('the camera restarts')
    await until(() => Promise.resolve(page.of('state').at(-1)?.message === 'The camera restarts'))
    expect(page.of('state').at(-1)?.state).toBe('stalled')
    source.start()
    await until(() => Promise.resolve(page.of('format').length === 2))
    await page.untilFrames(page.frames.length + 5)
    expect(page.of('state').at(-1)?.state).toBe('live')
  })

  it('leaves out what a page does not confirm, up to a keyframe', async () => {
    const { server, origin, source } = await preview()
    const page = await look(origin, await enter(server))
    page.acknowledges = false
    page.subscribe()
    await until(() => Promise.resolve(page.of('state').at(-1)?.state === 'behind'))
    const sent = page.frames.length
    const shown = source.sent.length
    await until(() => Promise.resolve(source.sent.length > shown + 30))
    expect(page.frames.length).toBe(sent)
    page.acknowledges = true
    page.send({ type: 'ack', id: 1, sequence: sent })
    await page.untilFrames(sent + 5)
    expect(page.frames[sent]).toMatchObject({ keyframe: true, discontinuity: true })
  })

  it('without ffmpeg is what the browser plays, and a sentence where that is nothing', async () => {
    const { server, origin } = await preview({ main: hevc, ffmpegPath: null })
    const cookie = await enter(server)
    const [able, unable] = [await look(origin, cookie), await look(origin, cookie)]
    able.subscribe({ decodes: ['h265'] })
    await able.untilFrames(5)
    unable.subscribe()
    await until(() => Promise.resolve(unable.of('ended').length === 1))
    expect(unable.of('ended')[0]).toMatchObject({
      code: 4503,
      message: expect.stringMatching(/without ffmpeg/),
    })
  })

  it('is not shown where no transcoder can be started, and the page says so', async () => {
    const { server, origin } = await preview({ main: hevc, ffmpegPath: '/no/such/ffmpeg' })
    const cookie = await enter(server)
    const page = await look(origin, cookie)
    page.subscribe()
    await until(() => Promise.resolve(page.of('ended').length === 1))
    expect(page.of('ended')[0]).toMatchObject({
      code: 4503,
      message: expect.stringMatching(/could not transcode/),
    })
    const state = await fetch(`${origin}/state`, { headers: { cookie } })
    expect(await state.json()).toEqual({ text: 'On line.' })
  })

  it('ends with a word, and leaves nothing running', async () => {
    const { server, origin, watchers } = await preview({ main: hevc })
    const page = await look(origin, await enter(server))
    page.subscribe()
    await page.untilFrames(5)
    await server[Symbol.asyncDispose]()
    await page.closed
    expect(page.of('ended')[0]).toMatchObject({
      message: expect.stringMatching(/preview has ended/),
      retry_after_ms: null,
    })
    expect([watchers.size, await transcoders()]).toEqual([0, 0])
    await expect(fetch(origin)).rejects.toThrow()
  })
})

describe('a page that', () => {
  it.each([
    ['sends what is no message', '{', 4400],
    ['confirms what it never got', JSON.stringify({ type: 'ack', id: 1, sequence: 4_000_000 }), 4400],
  ])('%s is left', async (_name, message, code) => {
    const { server, origin, watchers } = await preview()
    const page = await look(origin, await enter(server))
    page.subscribe()
    await page.untilFrames(1)
    page.socket.send(message)
    expect(await page.closed).toBe(code)
    expect(watchers.size).toBe(0)
  })

  it('asks for another camera is told that there is none', async () => {
    const { server, origin } = await preview()
    const page = await look(origin, await enter(server))
    page.subscribe({ camera_id: randomUUID() })
    await until(() => Promise.resolve(page.of('ended').length === 1))
    expect(page.of('ended')[0]?.code).toBe(4404)
  })

  it('asks without end is left', async () => {
    const { server, origin } = await preview()
    const page = await look(origin, await enter(server))
    for (let asked = 0; asked < 400; asked += 1) page.subscribe({ id: 7, camera_id: randomUUID() })
    expect(await page.closed).toBe(4429)
  })

  it('opens more sockets than a page needs is refused', async () => {
    const { server, origin } = await preview()
    const cookie = await enter(server)
    for (let count = 0; count < 4; count += 1) await look(origin, cookie)
    await expect(look(origin, cookie)).rejects.toThrow('403')
  })
})

describe('the way in', () => {
  it('is open once', async () => {
    const { server } = await preview()
    await enter(server)
    const again = await fetch(server.url, { redirect: 'manual' })
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('has been used')])
  })

  it.each(['/', '/state', '/player/v1/player.js', '/player/v1/mpeg1.js', '/player/v1/mse.js', '/view.js'])(
    'leads nobody else to %s',
    async (path) => {
      const { origin } = await preview()
      const forged = { cookie: `preview_${new URL(origin).port}=${'A'.repeat(32)}` }
      for (const headers of [{}, forged]) {
        expect((await fetch(origin + path, { headers })).status).toBe(403)
      }
    },
  )

  it('knows a page of somebody else, though the cookie comes along', async () => {
    const { server, origin } = await preview()
    const cookie = await enter(server)
    await expect(look(origin, cookie, 'http://elsewhere.example')).rejects.toThrow('403')
    await expect(look(origin, '', origin)).rejects.toThrow('403')
  })

  it('shows the name of a camera as text, under a policy that runs nothing else', async () => {
    const { server, origin } = await preview({ name: '<img src=x onerror=alert(1)>' })
    const page = await fetch(`${origin}/`, { headers: { cookie: await enter(server) } })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).not.toContain('<img')
  })

  it.each(['//[', 'http://[/', '//'])(
    'stands when somebody asks for %s, who need not be let in',
    async (path) => {
      const { origin } = await preview()
      const { hostname, port } = new URL(origin)
      const asked = connect(Number(port), hostname)
      asked.end(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`)
      expect(await text(asked)).toContain('403 Forbidden')
      expect((await fetch(origin)).status).toBe(403)
    },
  )

  it('stands when those who are refused go away without a word', async () => {
    const { origin } = await preview()
    const { hostname, port } = new URL(origin)
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const asked = connect(Number(port), hostname)
      asked.on('error', () => undefined)
      await once(asked, 'connect')
      const head = 'GET /api/v1/live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
      asked.write(head, () => void asked.resetAndDestroy())
      await once(asked, 'close')
    }
    expect((await fetch(origin)).status).toBe(403)
  })

  it('keeps few waiting who say nothing', async () => {
    const { origin } = await preview()
    const { hostname, port } = new URL(origin)
    const crowd = Array.from({ length: 80 }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    )
    const refused = crowd.map((one) => once(one, 'close').then(() => 1))
    const late = systemClock.delay(3000).then(() => 0)
    expect(await Promise.race([Promise.all(refused.slice(-16)).then(() => 1), late])).toBe(1)
    for (const one of crowd) one.destroy()
    await Promise.all(refused)
  })

  it('serves nothing but GET', async () => {
    const { origin } = await preview()
    expect((await fetch(origin, { method: 'POST' })).status).toBe(405)
  })
})

it('binds to loopback only, unless told otherwise', async () => {
  const { origin } = await preview()
  const listening = await readFile('/proc/self/net/tcp', 'utf8')
  const port = Number(new URL(origin).port).toString(16).toUpperCase().padStart(4, '0')
  expect(listening).toContain(`0100007F:${port}`)
  expect(listening).not.toContain(`00000000:${port}`)
})
