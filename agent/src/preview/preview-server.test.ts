import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { until } from '../platform/until.fixture.js'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '../recording/testing/encode-video.js'
import { ScriptedSource } from '../recording/testing/scripted-source.js'
import { PreviewPicture } from './preview-picture.js'
import { type PreviewServer, servePreview } from './preview-server.js'
import { mpeg1Transcoder } from './transcoder.js'

let video: EncodedVideo
let ffmpeg: string
beforeAll(async () => {
  video = await encodeVideo({ seconds: 2, fps: 25, gop: 25 })
  ffmpeg = (await ffmpegForTests()).path
})

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
})

/** A camera that runs, and the page of its preview. */
async function preview(options: { readonly name?: string; readonly ffmpegPath?: string } = {}) {
  const { name = 'Front door', ffmpegPath = ffmpeg } = options
  const source = new ScriptedSource(systemClock, video)
  source.start()
  const timer = setInterval(() => source.showDue(), 20)
  open.push({ [Symbol.asyncDispose]: () => Promise.resolve(clearInterval(timer)) })
  const start = mpeg1Transcoder(ffmpegPath, systemClock)
  const picture = new PreviewPicture({ source, start, clock: systemClock, log: silentLogger })
  const state = () => 'On line.'
  const served = { name, picture, state, host: '127.0.0.1', clock: systemClock, random: systemRandom }
  const server = await servePreview(served)
  open.push(server)
  return { server, source, picture, origin: new URL(server.url).origin }
}

/** Opens the link as a browser does. */
async function enter(server: PreviewServer): Promise<string> {
  const answer = await fetch(server.url, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/')
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

function look(origin: string, cookie: string, from = origin): Promise<Buffer> {
  const page = new WebSocket(`${origin.replace('http', 'ws')}/picture`, { headers: { cookie }, origin: from })
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    page.on('error', reject)
    page.on('message', (data: Buffer) => {
      chunks.push(data)
      if (chunks.reduce((sum, { length }) => sum + length, 0) > 60_000) resolve(Buffer.concat(chunks))
    })
  }).finally(() => page.terminate())
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
  it('comes as MPEG-1 that a decoder takes, and only while somebody looks', async () => {
    const { server, origin, source } = await preview()
    const cookie = await enter(server)
    expect([source.listeners, await transcoders()]).toEqual([0, 0])
    const stream = await look(origin, cookie)
    const args = ['-v', 'error', '-f', 'mpegts', '-i', 'pipe:0', '-f', 'null', '-']
    const decoding = promisify(execFile)(ffmpeg, args)
    decoding.child.stdin?.end(stream)
    await expect(decoding).resolves.toMatchObject({ stdout: '' })
    // Sequence header of MPEG-1 video: its size in pixels.
    const at = stream.indexOf('000001b3', 0, 'hex')
    expect(stream.readUIntBE(at + 4, 3)).toBe((320 << 12) | 240)
    await until(async () => source.listeners === 0 && (await transcoders()) === 0)
  })

  it('goes on when the stream begins anew', async () => {
    const { server, origin, source } = await preview()
    const cookie = await enter(server)
    const page = new WebSocket(`${origin.replace('http', 'ws')}/picture`, { headers: { cookie }, origin })
    let bytes = 0
    page.on('message', (data: Buffer) => {
      bytes += data.length
    })
    await until(() => Promise.resolve(bytes > 0))
    source.lose('the camera restarts')
    await until(async () => (await transcoders()) === 0)
    const before = bytes
    source.start()
    await until(() => Promise.resolve(bytes > before))
    page.terminate()
  })

  it('leaves nothing running when it is over', async () => {
    const { server, origin } = await preview()
    await look(origin, await enter(server))
    await server[Symbol.asyncDispose]()
    expect(await transcoders()).toBe(0)
    await expect(fetch(origin)).rejects.toThrow()
  })

  it('shows the page even if there is no transcoder to be started', async () => {
    const { server, origin, picture } = await preview({ ffmpegPath: '/no/such/ffmpeg' })
    const cookie = await enter(server)
    const page = new WebSocket(`${origin.replace('http', 'ws')}/picture`, { headers: { cookie }, origin })
    await until(() => Promise.resolve(picture.viewers === 1))
    const state = await fetch(`${origin}/state`, { headers: { cookie } })
    expect(await state.json()).toEqual({ text: 'On line.' })
    page.terminate()
    await until(() => Promise.resolve(picture.viewers === 0))
  })
})

describe('the way in', () => {
  it('is open once', async () => {
    const { server } = await preview()
    await enter(server)
    const again = await fetch(server.url, { redirect: 'manual' })
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('has been used')])
  })

  it.each(['/', '/state', '/player.js', '/view.js'])('leads nobody else to %s', async (path) => {
    const { origin } = await preview()
    const forged = { cookie: `preview_${new URL(origin).port}=${'A'.repeat(32)}` }
    for (const headers of [{}, forged]) {
      expect((await fetch(origin + path, { headers })).status).toBe(403)
    }
  })

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
      const head = 'GET /picture HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
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
