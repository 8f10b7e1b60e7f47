import { describe, expect, test } from 'vitest'
import { createMovableClock } from '../platform/clock.fake.js'
import { Heard, openAt } from './open-for-test.fixture.js'
import {
  answer,
  interleaved,
  rtpPacket,
  type Script,
  ScriptedCamera,
  type ScriptedRequest,
  sdp,
  usual,
} from './scripted-camera.fixture.js'
import { StreamQuirkCache } from './stream-quirks.js'

const withSound = `${sdp}m=audio 0 RTP/AVP 8\r\na=control:track2\r\n`
const isSound = (request: ScriptedRequest) => request.method === 'SETUP' && request.uri.endsWith('track2')

/** A camera with sound, that grants the channels that were asked for. */
const sounding: Script = (request) => {
  if (request.method === 'DESCRIBE') return answer(request, 200, [], withSound)
  if (request.method !== 'SETUP') return usual(request)
  return answer(request, 200, ['Session: s1', `Transport: ${request.headers.get('transport') ?? ''}`])
}

const soundFrame = (channel: number, sequence: number, text: string) =>
  interleaved(channel, rtpPacket(sequence, Buffer.from(text), 2, 0, 8))
const videoFrame = (channel: number, sequence: number, text: string) =>
  interleaved(channel, rtpPacket(sequence, Buffer.from(text), 1))

describe('sound beside the video', () => {
  test('comes on channels of its own, in the same session', async () => {
    await using camera = await ScriptedCamera.start(sounding)
    const heard = new Heard()
    const session = await openAt(camera.url, heard)
    expect(heard.sound).toBe('pcma')
    const setups = camera.requests.filter(({ method }) => method === 'SETUP')
    expect(setups.map(({ headers }) => headers.get('transport'))).toEqual([
      'RTP/AVP/TCP;unicast;interleaved=0-1',
      'RTP/AVP/TCP;unicast;interleaved=2-3',
    ])
    expect(setups[1]?.headers.get('session')).toBe('s1')
    camera.send(Buffer.concat([videoFrame(0, 1, 'v'), soundFrame(2, 1, 's')]))
    await camera.until(() => heard.audio.length + heard.video.length === 2)
    expect([heard.video, heard.audio]).toEqual([['v'], ['s']])
    await session.close()
    expect(camera.methods.filter((method) => method === 'TEARDOWN')).toHaveLength(1)
  })

  test('is told apart where a camera gives both tracks the same channel', async () => {
    await using camera = await ScriptedCamera.start((request, self) =>
      request.method === 'DESCRIBE' ? sounding(request, self) : usual(request),
    )
    const heard = new Heard()
    const session = await openAt(camera.url, heard)
    camera.send(Buffer.concat([videoFrame(0, 1, 'v'), soundFrame(0, 1, 's')]))
    await camera.until(() => heard.audio.length + heard.video.length === 2)
    expect([heard.video, heard.audio]).toEqual([['v'], ['s']])
    await session.close()
  })

  test('what the camera would have us send is never set up, nor asked for', async () => {
    await using camera = await ScriptedCamera.start((request, self) =>
      request.method === 'DESCRIBE'
        ? answer(request, 200, [], `${withSound}a=sendonly\r\n`)
        : sounding(request, self),
    )
    const session = await openAt(camera.url, new Heard())
    await session.close()
    expect(camera.requests.some(isSound)).toBe(false)
    expect(camera.requests.some(({ headers }) => headers.has('require'))).toBe(false)
  })
})

describe('sound never costs the video', () => {
  test.each([
    ['refused', (request: ScriptedRequest) => answer(request, 500)],
    ['for others', (request: ScriptedRequest) => answer(request, 401)],
    ['too much', (request: ScriptedRequest) => answer(request, 453)],
    ['not over TCP', (request: ScriptedRequest) => answer(request, 461)],
  ])('when its SETUP is %s', async (_name, refuse) => {
    await using camera = await ScriptedCamera.start((request, self) =>
      isSound(request) ? refuse(request) : sounding(request, self),
    )
    const heard = new Heard()
    const session = await openAt(camera.url, heard)
    expect(heard.sound).toBeNull()
    camera.send(videoFrame(0, 1, 'v'))
    await camera.until(() => heard.video.length === 1)
    await session.close()
    expect(camera.connections).toBe(1)
  })

  test.each([
    [
      'the camera hangs up over it',
      (request: ScriptedRequest, camera: ScriptedCamera, hasSound: boolean) => {
        if (!isSound(request)) return sounding(request, camera)
        if (hasSound) camera.drop()
        return null
      },
    ],
    [
      'the camera does not play with it',
      (request: ScriptedRequest, camera: ScriptedCamera, hasSound: boolean) =>
        request.method === 'PLAY' && hasSound ? answer(request, 455) : sounding(request, camera),
    ],
  ])('when %s: it is opened again without', async (_name, script) => {
    await using camera = await ScriptedCamera.start((request, self) => {
      const sinceDescribe = self.requests.slice(self.methods.lastIndexOf('DESCRIBE'))
      return script(request, self, sinceDescribe.some(isSound))
    })
    const quirks = new StreamQuirkCache()
    const heard = new Heard()
    await (await openAt(camera.url, heard, { quirks })).close()
    expect([heard.sound, camera.connections]).toEqual([null, 2])
    await (await openAt(camera.url, heard, { quirks })).close()
    expect(camera.connections).toBe(3)
    expect(camera.requests.filter(isSound)).toHaveLength(1)
  })
})

/** A camera with sound that plays as `plays` says. */
const playing =
  (plays: (hasSound: boolean) => boolean): Script =>
  (request, self) => {
    const sinceDescribe = self.requests.slice(self.methods.lastIndexOf('DESCRIBE'))
    const isRefused = request.method === 'PLAY' && !plays(sinceDescribe.some(isSound))
    return isRefused ? answer(request, 500) : sounding(request, self)
  }

describe('sound that the camera did not play with', () => {
  test('is not to blame where it does not play without it either', async () => {
    let isBusy = true
    await using camera = await ScriptedCamera.start(playing(() => !isBusy))
    const quirks = new StreamQuirkCache()
    const heard = new Heard()
    await expect(openAt(camera.url, heard, { quirks })).rejects.toThrow('500')
    expect(camera.connections).toBe(2)
    isBusy = false
    await (await openAt(camera.url, heard, { quirks })).close()
    expect([heard.sound, camera.connections]).toEqual(['pcma', 3])
  })

  test('is left out next where the camera is away at once after it: some reboot over it', async () => {
    let isAway = false
    await using camera = await ScriptedCamera.start((request, self) => {
      if (isAway) {
        self.drop()
        return null
      }
      if (!isSound(request)) return sounding(request, self)
      isAway = true
      self.drop()
      return null
    })
    const quirks = new StreamQuirkCache()
    const heard = new Heard()
    await expect(openAt(camera.url, heard, { quirks })).rejects.toThrow('closed the connection')
    isAway = false
    await (await openAt(camera.url, heard, { quirks })).close()
    expect([heard.sound, camera.requests.filter(isSound).length]).toEqual([null, 1])
  })

  test('is tried again after a minute, and then after twice the time', async () => {
    const clock = createMovableClock()
    await using camera = await ScriptedCamera.start(playing((hasSound) => !hasSound))
    const quirks = new StreamQuirkCache()
    const tried: boolean[] = []
    for (const afterMs of [0, 55_000, 10_000, 100_000, 25_000]) {
      clock.move(afterMs)
      const before = camera.requests.filter(isSound).length
      await (await openAt(camera.url, new Heard(), { quirks, clock })).close()
      tried.push(camera.requests.filter(isSound).length > before)
    }
    expect(tried).toEqual([true, false, true, false, true])
  })

  test('and once it plays with it, it is forgiven', async () => {
    let dislikes = true
    const clock = createMovableClock()
    await using camera = await ScriptedCamera.start(playing((hasSound) => !(dislikes && hasSound)))
    const quirks = new StreamQuirkCache()
    const openAndClose = async () => {
      const heard = new Heard()
      await (await openAt(camera.url, heard, { quirks, clock })).close()
      return heard.sound
    }
    expect(await openAndClose()).toBeNull()
    dislikes = false
    clock.move(61_000)
    expect(await openAndClose()).toBe('pcma')
    dislikes = true
    expect(await openAndClose()).toBeNull()
    dislikes = false
    clock.move(61_000)
    expect(await openAndClose()).toBe('pcma')
  })
})

test('the answer to its SETUP that comes too late is none to PLAY', async () => {
  let late = ''
  await using camera = await ScriptedCamera.start((request, self) => {
    if (isSound(request)) {
      late = String(sounding(request, self))
      return null
    }
    return request.method === 'PLAY' ? `${late}${answer(request, 500)}` : sounding(request, self)
  })
  await expect(openAt(camera.url, new Heard(), { responseTimeoutMs: 1500 })).rejects.toThrow('500')
})

describe('sessions whose id changes', () => {
  const changing =
    (meant: string): Script =>
    (request) => {
      if (request.method === 'SETUP') {
        const id = isSound(request) ? 'second' : 'first'
        return answer(request, 200, [
          `Session: ${id}`,
          `Transport: ${request.headers.get('transport') ?? ''}`,
        ])
      }
      if (request.method === 'DESCRIBE') return answer(request, 200, [], withSound)
      const named = request.headers.get('session')
      return named === undefined || named === meant ? answer(request, 200) : answer(request, 454)
    }

  test.each(['first', 'second'])('between two SETUPs: the %s is meant', async (meant) => {
    await using camera = await ScriptedCamera.start(changing(meant))
    const heard = new Heard()
    await (await openAt(camera.url, heard)).close()
    expect(heard.sound).toBe('pcma')
    expect([camera.requests.at(-1)?.method, camera.requests.at(-1)?.headers.get('session')]).toEqual([
      'TEARDOWN',
      meant,
    ])
  })
})

describe('RTCP inside the connection', () => {
  test('the clock of the camera reaches the sink, and reports go out on the channel that it chose', async () => {
    await using camera = await ScriptedCamera.start((request) =>
      request.method === 'SETUP'
        ? answer(request, 200, ['Session: s1', 'Transport: RTP/AVP/TCP;unicast;interleaved=4-7'])
        : usual(request),
    )
    const heard = new Heard()
    const random = { bytes: (count: number) => new Uint8Array(count).fill(7), fraction: () => -0.48 }
    const session = await openAt(camera.url, heard, {
      random: { ...random, id: () => '', timeId: () => '' },
    })
    camera.send(videoFrame(4, 1, 'v'))
    const report = Buffer.alloc(28)
    report.writeUInt32BE(0x80c80006, 0)
    report.writeUInt32BE(1, 4)
    report.writeUInt32BE(2_208_988_800 + 3, 8)
    camera.send(interleaved(7, report))
    await camera.until(() => heard.news.includes('report 3000'))
    await camera.until(() => camera.frames.some(({ data }) => data.length > 40))
    expect(new Set(camera.frames.map(({ channel }) => channel))).toEqual(new Set([7]))
    const told = camera.frames.find(({ data }) => data.length > 40)?.data
    expect([told?.[1], told?.readUInt32BE(8)]).toEqual([201, 1])
    await session.close()
  })
})
