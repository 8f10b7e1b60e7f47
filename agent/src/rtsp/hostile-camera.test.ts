import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { processorMs } from '../platform/processor-time.fixture.js'
import { Heard, openAt } from './open-for-test.fixture.js'
import { RtspConnection } from './rtsp-connection.js'
import { RtspReader } from './rtsp-reader.js'
import { answer, type Script, ScriptedCamera, usual } from './scripted-camera.fixture.js'
import type { StreamFailure } from './stream-failure.js'
import { StreamQuirkCache } from './stream-quirks.js'

/** Connects to a camera that does whatever it likes. */
async function connectTo(camera: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    camera(socket)
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = {
    host: '127.0.0.1',
    port,
    timeoutMs: 3000,
    responseTimeoutMs: 3000,
    allowsAddress: () => null,
    clock: systemClock,
    userAgent: 'test',
    pins: null,
  }
  const connection = await RtspConnection.open(target, () => {}, new AbortController().signal)
  onTestFinished(() => connection.close())
  return connection
}

describe('a camera that asks and asks', () => {
  test('is let go once it leaves the answers unread, so that they fill no memory', async () => {
    const questions = Buffer.from('ANY x RTSP/1.0\r\n\r\n'.repeat(10_000))
    let sent = 0
    const connection = await connectTo((socket) => {
      const ask = () => {
        if (sent++ < 60) socket.write(questions, ask)
      }
      ask()
    })
    const ended = new Promise<StreamFailure>((resolve) => connection.onEnd(resolve))
    expect(await Promise.race([ended, systemClock.delay(8000)])).toMatchObject({ fault: 'protocol' })
    expect(sent).toBeLessThan(60)
  }, 15_000)
})

describe('an answer that comes in crumbs', () => {
  test.each([
    ['its head', `RTSP/1.0 200 OK\r\n${'a:\n'.repeat(5000)}`],
    ['its body', `RTSP/1.0 200 OK\r\nContent-Length: 16000\r\n${'a:\n'.repeat(5000)}\n${'b'.repeat(16_000)}`],
  ])('costs little, however long %s takes', async (_part, text) => {
    let answers = 0
    const reader = new RtspReader({
      response: () => answers++,
      request: () => {},
      frame: () => {},
      strayed: () => {},
    })
    const bytes = Buffer.from(text)
    const spentMs = await processorMs(() => {
      for (let at = 0; at < bytes.length; at++) reader.push(bytes.subarray(at, at + 1))
    })
    // Read anew with each byte, it takes several seconds.
    expect(spentMs).toBeLessThan(1000)
    reader.push(Buffer.from('\r\n\r\n'))
    expect(answers).toBe(1)
  })
})

describe('whoever takes over the address of a camera', () => {
  const asking = (challenge: string): Script => {
    return (request) =>
      request.method === 'DESCRIBE' && !request.headers.has('authorization')
        ? answer(request, 401, [`WWW-Authenticate: ${challenge}`])
        : usual(request)
  }
  const credentials = { username: 'admin', password: 'canary-pass' }

  test('gets no password by asking for it in the clear, where the camera took digests', async () => {
    const quirks = new StreamQuirkCache()
    const camera = await ScriptedCamera.start(asking('Digest realm="r", nonce="n"'))
    const { port, url } = camera
    await (await openAt(url, new Heard(), { credentials, quirks })).close()
    await camera[Symbol.asyncDispose]()
    await using other = await ScriptedCamera.start(asking('Basic realm="r"'), '', null, port)
    const again = openAt(`${url}/sub`, new Heard(), { credentials, quirks })
    await expect(again).rejects.toMatchObject({ fault: 'auth', message: expect.stringContaining('clear') })
    expect(other.requests.filter(({ headers }) => headers.has('authorization'))).toEqual([])
    // Who enters another password means this device.
    const renewed = { ...credentials, password: 'canary-two' }
    await (await openAt(url, new Heard(), { credentials: renewed, quirks })).close()
  })

  test('and a camera that never knew better is received as before', async () => {
    const quirks = new StreamQuirkCache()
    await using camera = await ScriptedCamera.start(asking('Basic realm="r"'))
    for (let time = 0; time < 2; time++) {
      const session = await openAt(camera.url, new Heard(), { credentials, quirks })
      expect(session.authScheme).toBe('basic')
      await session.close()
    }
  })
})

test.each(['0-0', '65535', '5000-0', '65535-65536'])('ports that are none (%s) are none', async (ports) => {
  await using camera = await ScriptedCamera.start((request) => {
    if (request.method !== 'SETUP') return usual(request)
    const transport = `Transport: ${request.headers.get('transport')};server_port=${ports}`
    return answer(request, 200, ['Session: s1', transport])
  })
  const session = await openAt(camera.url, new Heard(), { transport: 'udp', datagramTimeoutMs: 100 })
  expect(camera.methods).toContain('PLAY')
  await session.close()
  await camera.until(() => camera.open === 0)
})
