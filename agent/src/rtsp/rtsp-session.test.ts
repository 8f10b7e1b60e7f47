import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { parseRtspUrl, type StreamCredentials } from './parse-rtsp-url.js'
import { RtspSession } from './rtsp-session.js'
import { answer, rtpFrame, type Script, ScriptedCamera, sdp, usual } from './scripted-camera.fixture.js'
import type { RtspSessionOptions } from './session-options.js'
import type { StreamFailure } from './stream-failure.js'

const account: StreamCredentials = { username: 'admin', password: 'canary-pass' }
const never = new AbortController().signal

interface Heard {
  readonly payloads: string[]
  lost: number
}

function open(
  url: string,
  more: Partial<RtspSessionOptions> = {},
  signal: AbortSignal = never,
  heard?: Heard,
) {
  return RtspSession.open(
    {
      address: parseRtspUrl(url).address,
      credentials: null,
      allowsAddress: () => null,
      clock: systemClock,
      random: systemRandom,
      responseTimeoutMs: 3000,
      receive: () => ({
        video: {
          payload: (data, start, end) => void heard?.payloads.push(data.toString('latin1', start, end)),
          lost: (packets) => {
            if (heard !== undefined) heard.lost += packets
          },
          restarted: () => {},
        },
        audio: null,
      }),
      ...more,
    },
    signal,
  )
}

async function failureOf(
  script: Script,
  more: Partial<RtspSessionOptions> = {},
): Promise<StreamFailure & { camera: ScriptedCamera }> {
  await using camera = await ScriptedCamera.start(script)
  const error: unknown = await open(camera.url, more).then(
    () => new Error('it played'),
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ name: 'StreamFailure' })
  await camera.until(() => camera.open === 0)
  return Object.assign(error as StreamFailure, { camera })
}

describe('the dialogue', () => {
  test('plays over TCP, and ends the session', async () => {
    await using camera = await ScriptedCamera.start()
    const session = await open(camera.url)
    await session.close()
    await session.close()
    expect(camera.methods).toEqual(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY', 'TEARDOWN'])
    const [, , setup, play, teardown] = camera.requests
    expect(setup?.uri).toBe(`${camera.url}/track1`)
    expect(setup?.headers.get('transport')).toBe('RTP/AVP/TCP;unicast;interleaved=0-1')
    expect([play?.uri, play?.headers.get('session'), teardown?.headers.get('session')]).toEqual([
      camera.url,
      's1',
      's1',
    ])
    for (const { headers } of camera.requests) expect(headers.get('user-agent')).toMatch(/^Sightline/)
    await camera.until(() => camera.open === 0)
  })

  test('payloads arrive on the channel that the camera chose, also before the answer to PLAY', async () => {
    await using camera = await ScriptedCamera.start((request) => {
      if (request.method === 'SETUP')
        return answer(request, 200, [
          'Session: s1',
          'Transport: RTP/AVP;unicast;interleaved=6-7;ssrc=00000005',
        ])
      if (request.method !== 'PLAY') return usual(request)
      const early = Buffer.concat([
        rtpFrame(0, 1, Buffer.from('other channel'), 5),
        rtpFrame(6, 1, Buffer.from('stale'), 9),
        rtpFrame(6, 1, Buffer.from('first'), 5),
      ])
      return Buffer.concat([early, Buffer.from(usual(request))])
    })
    const heard: Heard = { payloads: [], lost: 0 }
    const session = await open(camera.url, {}, never, heard)
    camera.send(rtpFrame(6, 4, Buffer.from('second'), 5))
    await camera.until(() => heard.payloads.length === 2)
    expect(heard).toEqual({ payloads: ['first', 'second'], lost: 2 })
    await session.close()
  })

  test('the session id of the last answer counts', async () => {
    await using camera = await ScriptedCamera.start((request) =>
      request.method === 'PLAY' ? answer(request, 200, ['Session: s2']) : usual(request),
    )
    await (await open(camera.url)).close()
    expect(camera.requests.at(-1)?.headers.get('session')).toBe('s2')
  })

  test.each([
    ['answers without a number', (text: string) => text.replace(/CSeq: \d+\r\n/, '')],
    [
      'names in lower case, lines without CR',
      (text: string) => {
        const [head = '', ...body] = text.split('\r\n\r\n')
        return [head.replace('CSeq', 'cseq').replaceAll('\r\n', '\n'), ...body].join('\n\n')
      },
    ],
    [
      'a base without scheme',
      (text: string) => text.replace('Content-Type', 'Content-Base: 127.0.0.1/live/\r\nContent-Type'),
    ],
  ])('%s do no harm', async (_name, change) => {
    await using camera = await ScriptedCamera.start((request) => change(usual(request)))
    await (await open(camera.url)).close()
    expect(camera.methods).toContain('TEARDOWN')
  })

  test('a track that the camera does not know under its own base is asked for under the address of the stream', async () => {
    await using camera = await ScriptedCamera.start((request) => {
      if (request.method === 'DESCRIBE')
        return answer(request, 200, ['Content-Base: rtsp://192.0.2.1/other/'], sdp)
      if (request.method === 'SETUP' && request.uri.includes('other')) return answer(request, 404)
      return usual(request)
    })
    await (await open(camera.url)).close()
    const asked = camera.requests.filter(({ method }) => method === 'SETUP').map(({ uri }) => uri)
    expect(asked).toEqual(['rtsp://192.0.2.1/other/track1', `${camera.url}/track1`])
  })

  test('what an old session sends before anything was asked for is not taken for the stream', async () => {
    await using camera = await ScriptedCamera.start((request) => {
      const stale = rtpFrame(0, 900, Buffer.from('stale'), 9)
      if (request.method === 'DESCRIBE') return Buffer.concat([stale, Buffer.from(usual(request))])
      if (request.method !== 'PLAY') return usual(request)
      return Buffer.concat([stale, Buffer.from(usual(request)), rtpFrame(0, 1, Buffer.from('ours'), 5)])
    })
    const heard: Heard = { payloads: [], lost: 0 }
    const session = await open(camera.url, {}, never, heard)
    await camera.until(() => heard.payloads.length > 0)
    expect(heard.payloads).toEqual(['ours'])
    await session.close()
  })

  test('OPTIONS that are not implemented do no harm', async () => {
    await using camera = await ScriptedCamera.start((request) =>
      request.method === 'OPTIONS' ? answer(request, 501) : usual(request),
    )
    await (await open(camera.url)).close()
  })

  test('a question of the camera is answered', async () => {
    await using camera = await ScriptedCamera.start((request) =>
      request.method === 'PLAY'
        ? `${usual(request)}ANNOUNCE rtsp://x/ RTSP/1.0\r\nCSeq: 77\r\n\r\n`
        : usual(request),
    )
    const session = await open(camera.url)
    await camera.until(() => camera.requests.some(({ headers }) => headers.get('cseq') === '77'))
    await session.close()
  })
})

describe('keep-alive', () => {
  const quick =
    (offered: string, timeout = 1): Script =>
    (request) => {
      if (request.method === 'OPTIONS') return answer(request, 200, [`Public: ${offered}`])
      if (request.method === 'SETUP')
        return answer(request, 200, [
          `Session: s1;timeout=${timeout}`,
          'Transport: RTP/AVP/TCP;interleaved=0-1',
        ])
      if (request.method === 'GET_PARAMETER') return answer(request, offered.includes('BROKEN') ? 501 : 200)
      return usual(request)
    }
  const kept = (camera: ScriptedCamera) => camera.methods.slice(4)

  test.each([
    ['OPTIONS', 'OPTIONS, PLAY', ['OPTIONS', 'OPTIONS']],
    ['GET_PARAMETER where it is offered', 'OPTIONS, GET_PARAMETER', ['GET_PARAMETER', 'GET_PARAMETER']],
    ['OPTIONS where GET_PARAMETER proves unknown', 'GET_PARAMETER, BROKEN', ['GET_PARAMETER', 'OPTIONS']],
  ])('at half the timeout by %s', async (_name, offered, expected) => {
    await using camera = await ScriptedCamera.start(quick(offered))
    const session = await open(camera.url)
    await camera.until(() => kept(camera).length >= 2)
    expect(kept(camera).slice(0, 2)).toEqual(expected)
    expect(camera.requests.at(4)?.headers.get('session')).toBe('s1')
    await session.close()
  })

  test.each([
    ['hangs up over', (camera: ScriptedCamera) => camera.drop()],
    ['ends the session over', () => {}],
  ])('by OPTIONS from then on where a camera %s GET_PARAMETER', async (_name, punish) => {
    await using camera = await ScriptedCamera.start((request, self) => {
      if (request.method !== 'GET_PARAMETER') return quick('OPTIONS, GET_PARAMETER')(request, self)
      punish(self)
      return answer(request, 454)
    })
    let disliked = 0
    const session = await open(camera.url, { onDislike: () => disliked++ })
    await new Promise((resolve) => session.onEnd(resolve))
    await session.close()
    expect(disliked).toBe(1)
    const before = camera.requests.length
    const next = await open(camera.url, { dislikesGetParameter: true })
    await camera.until(() => camera.requests.length > before + 4)
    expect(camera.methods.slice(before)).not.toContain('GET_PARAMETER')
    await next.close()
  })

  test.each([400, 401, 454, 500])(
    'refused with %i while packets come is noted, and ends nothing',
    async (status) => {
      const challenge = ['WWW-Authenticate: Basic realm="r"']
      let sequence = 0
      let played = false
      await using camera = await ScriptedCamera.start((request, self) => {
        if (request.method === 'PLAY') played = true
        else if (played && request.method !== 'TEARDOWN') {
          camera.send(rtpFrame(0, sequence++, Buffer.from('p')))
          return answer(request, status, status === 401 ? challenge : [])
        } else if (!request.headers.has('authorization')) return answer(request, 401, challenge)
        return quick('OPTIONS, GET_PARAMETER')(request, self)
      })
      const refused: number[] = []
      const session = await open(camera.url, {
        credentials: account,
        onKeepAliveRefused: (answered) => refused.push(answered),
      })
      const before = camera.requests.length
      await camera.until(() => camera.requests.length >= before + 4)
      expect(camera.methods.slice(before, before + 3)).toEqual(['GET_PARAMETER', 'OPTIONS', 'OPTIONS'])
      expect(refused).toEqual([status])
      if (status === 401) {
        const later = camera.requests.slice(before + 1)
        expect(later.some(({ headers }) => headers.has('authorization'))).toBe(false)
      }
      await session.close()
    },
  )

  test('a session that the camera gave up ends with the reason', async () => {
    let played = false
    await using camera = await ScriptedCamera.start((request) => {
      if (played && request.method === 'OPTIONS') return answer(request, 454)
      played ||= request.method === 'PLAY'
      return quick('OPTIONS')(request, camera)
    })
    const session = await open(camera.url)
    const failure = await new Promise<StreamFailure>((resolve) => session.onEnd(resolve))
    expect(failure).toMatchObject({ fault: 'protocol' })
    await session.close()
  })
})

describe('credentials', () => {
  const digest = (text: string) => createHash('md5').update(text).digest('hex')
  const guarded =
    (
      challenges: string[],
      isRight: (authorization: string, uri: string, method: string) => boolean,
    ): Script =>
    (request) => {
      const authorization = request.headers.get('authorization')
      const right = authorization !== undefined && isRight(authorization, request.uri, request.method)
      return right
        ? usual(request)
        : answer(
            request,
            401,
            challenges.map((value) => `WWW-Authenticate: ${value}`),
          )
    }

  test('Digest answers with the address of the request line', async () => {
    const script = guarded(['Digest realm="r", nonce="n"'], (authorization, uri, method) => {
      const response = digest(`${digest('admin:r:canary-pass')}:n:${digest(`${method}:${uri}`)}`)
      return authorization.includes(`uri="${uri}"`) && authorization.includes(`response="${response}"`)
    })
    await using camera = await ScriptedCamera.start(script)
    const session = await open(camera.url, { credentials: account })
    expect(session.authScheme).toBe('digest-md5')
    await session.close()
    expect(camera.methods).toEqual(['OPTIONS', 'OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY', 'TEARDOWN'])
    expect(camera.requests.map(({ uri }) => uri).join()).not.toContain('admin')
  })

  test('Basic where nothing else is asked for', async () => {
    const script = guarded(
      ['Basic realm="r"'],
      (authorization) => authorization === `Basic ${btoa('admin:canary-pass')}`,
    )
    await using camera = await ScriptedCamera.start(script)
    const session = await open(camera.url, { credentials: account })
    expect(session.authScheme).toBe('basic')
    await session.close()
  })

  test('a wrong password is sent once', async () => {
    const failure = await failureOf(
      guarded(['Digest realm="r", nonce="n"'], () => false),
      { credentials: account },
    )
    expect(failure.fault).toBe('auth')
    expect(failure.camera.requests.filter(({ headers }) => headers.has('authorization'))).toHaveLength(1)
    expect(`${failure.message}${JSON.stringify(failure)}`).not.toContain('canary')
  })

  test('none where some are needed', async () => {
    const failure = await failureOf(guarded(['Digest realm="r", nonce="n"'], () => false))
    expect(failure).toMatchObject({ fault: 'auth', message: expect.stringContaining('enter both') })
  })

  test('nobody asked: nothing is sent', async () => {
    await using camera = await ScriptedCamera.start()
    await (await open(camera.url, { credentials: account })).close()
    expect(camera.requests.some(({ headers }) => headers.has('authorization'))).toBe(false)
  })
})

describe('failures', () => {
  const instead =
    (method: string, status: number, headers: string[] = []): Script =>
    (request) =>
      request.method === method ? answer(request, status, headers) : usual(request)

  test.each([
    ['a wrong path', instead('DESCRIBE', 404), 'not_found'],
    ['a stream that is forbidden', instead('DESCRIBE', 403), 'auth'],
    ['no room for a further client', instead('SETUP', 453), 'stream_limit'],
    ['neither TCP nor UDP', instead('SETUP', 461), 'protocol'],
    ['an error', instead('PLAY', 500), 'protocol'],
    ['no session', instead('SETUP', 200, ['Transport: RTP/AVP/TCP;interleaved=0-1']), 'protocol'],
    [
      'a description of sound',
      (request) =>
        request.method === 'DESCRIBE'
          ? answer(request, 200, [], sdp.replace('m=video', 'm=audio'))
          : usual(request),
      'no_video',
    ],
    [
      'a description of Motion JPEG',
      (request) =>
        request.method === 'DESCRIBE'
          ? answer(request, 200, [], sdp.replace('H264', 'JPEG'))
          : usual(request),
      'codec',
    ],
    ['HTTP', () => 'HTTP/1.1 400 Bad Request\r\n\r\n', 'not_rtsp'],
    ['silence', () => null, 'timeout'],
  ] satisfies [string, Script, string][])('%s', async (_name, script, fault) => {
    const failure = await failureOf(script, { responseTimeoutMs: 300 })
    expect(failure.fault).toBe(fault)
  })

  test('a session that was set up is ended also when it could not be played', async () => {
    const failure = await failureOf(instead('PLAY', 500))
    expect(failure.camera.methods.at(-1)).toBe('TEARDOWN')
  })

  test.each([301, 302, 305])(
    'a redirect (%i) is not followed: the other host hears nothing',
    async (status) => {
      await using other = await ScriptedCamera.start()
      for (const method of ['DESCRIBE', 'SETUP']) {
        const failure = await failureOf(instead(method, status, [`Location: ${other.url}`]), {
          credentials: account,
        })
        expect(failure.fault).toBe('redirect')
      }
      expect([other.connections, other.bytesHeard]).toEqual([0, 0])
    },
  )

  test('controls at another host stay on this connection', async () => {
    await using other = await ScriptedCamera.start()
    await using camera = await ScriptedCamera.start((request) =>
      request.method === 'DESCRIBE'
        ? answer(request, 200, [`Content-Base: ${other.url}/`], sdp.replace('track1', `${other.url}/track1`))
        : usual(request),
    )
    await (await open(camera.url, { credentials: account })).close()
    expect(camera.requests.find(({ method }) => method === 'SETUP')?.uri).toBe(`${other.url}/track1`)
    expect(other.connections).toBe(0)
  })

  test('a redirect in the middle of the stream ends it', async () => {
    await using camera = await ScriptedCamera.start()
    const session = await open(camera.url)
    const ended = new Promise<StreamFailure>((resolve) => session.onEnd(resolve))
    camera.send('REDIRECT rtsp://x/ RTSP/1.0\r\nCSeq: 1\r\nLocation: rtsp://192.0.2.1/\r\n\r\n')
    expect((await ended).fault).toBe('redirect')
    await session.close()
  })

  test('nobody listens', async () => {
    const camera = await ScriptedCamera.start()
    const { url } = camera
    await camera[Symbol.asyncDispose]()
    await expect(open(url)).rejects.toMatchObject({ fault: 'refused' })
  })

  test('no such name', async () => {
    await expect(open('rtsp://no-such-host.invalid/s')).rejects.toMatchObject({ fault: 'dns' })
  })

  test.each(['127.0.0.1', 'localhost'])(
    'an address that is not allowed is not contacted: %s',
    async (host) => {
      await using camera = await ScriptedCamera.start()
      const attempt = open(`rtsp://${host}:${camera.port}/s`, { allowsAddress: (ip) => `${ip} is forbidden` })
      await expect(attempt).rejects.toMatchObject({
        fault: 'address',
        message: expect.stringContaining('is forbidden'),
      })
      expect(camera.connections).toBe(0)
    },
  )

  test('a peer that speaks first', async () => {
    await using camera = await ScriptedCamera.start(() => null, 'SSH-2.0-OpenSSH_9.2p1\r\n')
    await expect(open(camera.url)).rejects.toMatchObject({ fault: 'not_rtsp' })
    await camera.until(() => camera.open === 0)
  })

  test('a peer that closes without a word', async () => {
    await using camera = await ScriptedCamera.start((_request, self) => {
      void self[Symbol.asyncDispose]()
      return null
    })
    await expect(open(camera.url)).rejects.toMatchObject({ fault: 'not_rtsp' })
  })
})

describe('giving up', () => {
  test.each(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'])(
    'while %s is not answered leaves nothing open',
    async (silent) => {
      const stop = new AbortController()
      await using camera = await ScriptedCamera.start((request) =>
        request.method === silent ? null : usual(request),
      )
      const attempt = open(camera.url, { responseTimeoutMs: 60_000 }, stop.signal)
      await camera.until(() => camera.methods.includes(silent))
      stop.abort(new Error('enough'))
      await expect(attempt).rejects.toThrow('enough')
      await camera.until(() => camera.open === 0)
      expect(camera.methods.includes('TEARDOWN')).toBe(silent === 'PLAY')
    },
  )
})
