import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { Heard, openAt, quickClock } from './open-for-test.fixture.js'
import { answer, rtpPacket, type Script, ScriptedCamera, usual } from './scripted-camera.fixture.js'
import { StreamQuirkCache } from './stream-quirks.js'

/** The sockets of a camera that sends over UDP, and where its client wants the packets. */
class Sender {
  readonly heard: { readonly at: 'rtp' | 'rtcp'; readonly data: Buffer }[] = []
  clientPort = 0
  readonly #rtp: Socket
  readonly #rtcp: Socket

  private constructor(rtp: Socket, rtcp: Socket) {
    this.#rtp = rtp
    this.#rtcp = rtcp
    rtp.on('message', (data) => this.heard.push({ at: 'rtp', data }))
    rtcp.on('message', (data) => this.heard.push({ at: 'rtcp', data }))
  }

  static async open(address = '127.0.0.1'): Promise<Sender> {
    const [rtp, rtcp] = [createSocket('udp4'), createSocket('udp4')]
    for (const socket of [rtp, rtcp]) {
      socket.bind(0, address)
      await once(socket, 'listening')
      onTestFinished(() => void socket.close())
    }
    return new Sender(rtp, rtcp)
  }

  get ports(): string {
    return `${this.#rtp.address().port}-${this.#rtcp.address().port}`
  }

  packet(sequence: number, payload: string, ssrc = 5): void {
    this.#rtp.send(rtpPacket(sequence, Buffer.from(payload), ssrc), this.clientPort, '127.0.0.1')
  }

  raw(data: Buffer): void {
    this.#rtp.send(data, this.clientPort, '127.0.0.1')
    this.#rtcp.send(data, this.clientPort + 1, '127.0.0.1')
  }

  control(data: Buffer): void {
    this.#rtcp.send(data, this.clientPort + 1, '127.0.0.1')
  }
}

/** Answers as a camera that sends over UDP through `sender`; TCP it refuses. */
const overUdp =
  (sender: Sender, onPlay: () => void = () => {}): Script =>
  (request) => {
    if (request.method === 'PLAY') onPlay()
    if (request.method !== 'SETUP') return usual(request)
    const asked = request.headers.get('transport') ?? ''
    const port = /client_port=(\d+)-/.exec(asked)?.[1]
    if (port === undefined) return answer(request, 461)
    sender.clientPort = Number(port)
    const transport = `Transport: ${asked};server_port=${sender.ports};ssrc=00000005`
    return answer(request, 200, ['Session: s1;timeout=60', transport])
  }

const patient = {
  clock: quickClock,
  connectTimeoutMs: 60_000,
  responseTimeoutMs: 60_000,
  datagramTimeoutMs: 60_000,
}

const transports = (camera: ScriptedCamera) =>
  camera.requests
    .filter(({ method }) => method === 'SETUP')
    .map(({ headers }) => (headers.get('transport')?.includes('interleaved') === true ? 'tcp' : 'udp'))

describe('a camera that sends over UDP', () => {
  test('plays, in order, from its own address and source only', async () => {
    const sender = await Sender.open()
    const stranger = await Sender.open('127.0.0.2')
    await using camera = await ScriptedCamera.start(overUdp(sender, () => sender.packet(1, 'a')))
    const heard = new Heard()
    const session = await openAt(camera.url, heard, { transport: 'udp' })
    expect([session.transport, session.encryption]).toEqual(['udp', 'none'])
    expect(sender.clientPort % 2).toBe(0)
    stranger.clientPort = sender.clientPort
    stranger.packet(2, 'evil')
    sender.packet(2, 'stale', 9)
    sender.packet(3, 'c')
    sender.packet(2, 'b')
    sender.packet(6, 'f')
    await camera.until(() => heard.video.length === 4)
    expect(heard.video.join('')).toBe('abcf')
    expect(heard.news).toEqual(['lost 2'])
    await session.close()
    expect(camera.methods.at(-1)).toBe('TEARDOWN')
    expect(camera.connections).toBe(1)
  })

  test('the way through a firewall is opened, and what arrives is reported', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start(overUdp(sender, () => sender.packet(1, 'a')))
    const session = await openAt(camera.url, new Heard(), { transport: 'udp' })
    await camera.until(() => sender.heard.length >= 2)
    expect(sender.heard.map(({ at }) => at).toSorted()).toEqual(['rtcp', 'rtp'])
    expect(sender.heard.find(({ at }) => at === 'rtcp')?.data[1]).toBe(201)
    await session.close()
    const before = sender.heard.length
    sender.packet(2, 'late')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sender.heard.length).toBe(before)
  })

  test('the clock of the camera is told, and its goodbye ends the stream', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start(overUdp(sender, () => sender.packet(1, 'a')))
    const heard = new Heard()
    const session = await openAt(camera.url, heard, { transport: 'udp', ...patient })
    const report = Buffer.alloc(28)
    report.writeUInt32BE(0x80c80006, 0)
    report.writeUInt32BE(5, 4)
    report.writeUInt32BE(2_208_988_800 + 10, 8)
    sender.control(report)
    await camera.until(() => heard.news.includes('report 10000'))
    const ended = new Promise<{ message: string }>((resolve) => session.onEnd(resolve))
    sender.control(Buffer.from('81cb000100000005', 'hex'))
    expect((await ended).message).toContain('ended the stream')
    await camera.until(() => camera.methods.at(-1) === 'TEARDOWN' && camera.open === 0)
  })

  test('a goodbye of another source, or of one that goes on, ends nothing', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start(overUdp(sender, () => sender.packet(1, 'a')))
    const heard = new Heard()
    const session = await openAt(camera.url, heard, { transport: 'udp', ...patient })
    let ended = false
    session.onEnd(() => {
      ended = true
    })
    sender.control(Buffer.from('81cb000100000009', 'hex'))
    sender.control(Buffer.from('81cb000100000005', 'hex'))
    for (let sequence = 2; sequence < 34; sequence++) {
      sender.packet(sequence, 'x')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(ended).toBe(false)
    await session.close()
  })

  test('hostile datagrams do no harm', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start(overUdp(sender, () => sender.packet(1, 'a')))
    const heard = new Heard()
    const session = await openAt(camera.url, heard, { transport: 'udp' })
    const random = seeded(5)
    const whole = rtpPacket(2, Buffer.from('payload'), 5)
    for (let round = 0; round < 400; round++) {
      sender.raw(round % 2 === 0 ? randomBytesOf(random, Math.floor(random() * 80)) : damaged(random, whole))
      if (round % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    for (let sequence = 30_000; heard.video.at(-1) !== 'whole'; sequence++) {
      sender.packet(sequence, 'whole')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await session.close()
  })

  test('giving up leaves no port behind', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start(overUdp(sender))
    const stop = new AbortController()
    const more = { transport: 'udp', datagramTimeoutMs: 60_000 } as const
    const attempt = openAt(camera.url, new Heard(), more, stop.signal)
    await camera.until(() => camera.methods.includes('PLAY'))
    stop.abort(new Error('enough'))
    await expect(attempt).rejects.toThrow('enough')
    await camera.until(() => camera.open === 0)
    const again = createSocket('udp4')
    again.bind({ address: '127.0.0.1', port: sender.clientPort, exclusive: true })
    await once(again, 'listening')
    again.close()
  })
})

describe('which transport is used', () => {
  test('UDP where TCP is refused, on the same connection, and at once the next time', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start(overUdp(sender, () => sender.packet(1, 'a')))
    const quirks = new StreamQuirkCache()
    const session = await openAt(camera.url, new Heard(), { quirks })
    expect([session.transport, camera.connections]).toEqual(['udp', 1])
    await session.close()
    await (await openAt(camera.url, new Heard(), { quirks })).close()
    expect(transports(camera)).toEqual(['tcp', 'udp', 'udp'])
  })

  test('UDP where a camera answers TCP with UDP', async () => {
    const sender = await Sender.open()
    let isFirst = true
    await using camera = await ScriptedCamera.start((request, self) => {
      if (request.method !== 'SETUP' || !isFirst)
        return overUdp(sender, () => sender.packet(1, 'a'))(request, self)
      isFirst = false
      const transport = 'Transport: RTP/AVP;unicast;client_port=0-1;server_port=6970-6971'
      return answer(request, 200, ['Session: wrong', transport])
    })
    const session = await openAt(camera.url, new Heard())
    await session.close()
    expect(camera.methods.slice(2)).toEqual(['SETUP', 'TEARDOWN', 'SETUP', 'PLAY', 'TEARDOWN'])
    expect(camera.requests[4]?.headers.has('session')).toBe(false)
  })

  test('TCP where UDP is refused', async () => {
    const refusesUdp: Script = (request) =>
      request.headers.get('transport')?.includes('client_port') === true
        ? answer(request, 461)
        : usual(request)
    await using camera = await ScriptedCamera.start(refusesUdp)
    const session = await openAt(camera.url, new Heard(), { transport: 'udp' })
    expect(session.transport).toBe('tcp')
    await session.close()
    expect(transports(camera)).toEqual(['udp', 'tcp'])
  })

  test('TCP where nothing comes over UDP, and at once the next time', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start((request, self) =>
      request.headers.get('transport')?.includes('interleaved') === true
        ? usual(request)
        : overUdp(sender)(request, self),
    )
    const quirks = new StreamQuirkCache()
    const more = { transport: 'udp', quirks } as const
    const session = await openAt(camera.url, new Heard(), more)
    expect(session.transport).toBe('tcp')
    await session.close()
    await (await openAt(camera.url, new Heard(), more)).close()
    expect(transports(camera)).toEqual(['udp', 'tcp', 'tcp'])
    expect(camera.methods.filter((method) => method === 'TEARDOWN')).toHaveLength(3)
  })

  test('a camera that knows UDP only and is slow is given its time the second time', async () => {
    const sender = await Sender.open()
    await using camera = await ScriptedCamera.start(overUdp(sender))
    const heard = new Heard()
    const session = await openAt(camera.url, heard, { transport: 'udp', datagramTimeoutMs: 50 })
    expect(transports(camera)).toEqual(['udp', 'tcp', 'udp'])
    sender.packet(1, 'at last')
    await camera.until(() => heard.video.length === 1)
    await session.close()
  })
})
