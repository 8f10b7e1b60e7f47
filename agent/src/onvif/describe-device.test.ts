import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from '../platform/address-policy.js'
import { type Clock, systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { describeDevice } from './describe-device.js'
import { type DeviceFixture, startDevice } from './onvif-device.fixture.js'
import { readXml, text } from './read-xml.js'

const noSignal = new AbortController().signal
const deps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
}
const account = { username: 'admin', password: 'right' }

const describeAt = (port: number, given: Partial<typeof account & { host: string }> = {}) =>
  describeDevice({ host: '127.0.0.1', port, ...account, ...given }, deps, noSignal)

async function faultOf(options: DeviceFixture, given: Partial<typeof account> = {}) {
  await using device = await startDevice(options)
  const result = await describeAt(device.port, given)
  const fault = result.ok ? null : result.failure.fault
  return { fault, message: result.ok ? '' : result.failure.message, tries: device.tries }
}

test('says who the device is and where its streams are, at the address that answered', async () => {
  await using device = await startDevice({ wants: 'digest', clockOffsetMs: 3_600_000 })
  const result = await describeAt(device.port, { host: 'localhost' })
  expect(result).toMatchObject({
    ok: true,
    device: {
      manufacturer: 'Maker',
      model: 'M1',
      serial: '0012',
      firmware: '1.10',
      mac: '02:00:00:aa:00:02',
      authentication: 'http-digest',
      main: { token: 'main', codec: 'h264', width: 1920, streamUrl: 'rtsp://localhost:554/main?a=1&b=2' },
      sub: { token: 'sub', streamUrl: 'rtsp://localhost:554/sub?a=1&b=2' },
      snapshotUrl: 'http://localhost:80/snap.jpg',
    },
  })
  const skew = result.ok ? result.device.clockSkewSec : null
  expect(Math.abs((skew ?? 0) - 3600)).toBeLessThanOrEqual(2)
  expect(device.connections()).toBe(1)
})

describe('the right password', () => {
  test.each<[string, DeviceFixture]>([
    ['by Digest', { wants: 'digest' }],
    ['by Digest, where the first nonce is too old', { wants: 'digest', nonceIsStaleOnce: true }],
    ['by WS-Security', { wants: 'ws-security' }],
    [
      'by WS-Security, with a clock that is a year behind',
      { wants: 'ws-security', clockOffsetMs: -31_536_000_000 },
    ],
    ['by WS-Security, where only the Date header tells the time', { wants: 'ws-security', tellsTime: false }],
    ['where nobody is asked', { wants: 'nothing' }],
  ])('%s is never counted as wrong', async (_name, options) => {
    const { fault, tries } = await faultOf(options)
    expect(fault).toBeNull()
    expect(tries.wrong).toBe(0)
  })

  test.each(['digest', 'ws-security'] as const)('may hold anything, like the name: %s', async (wants) => {
    const odd = { username: `ad<min>&"é`, password: `pä"ss<w&örd>:@/ 日本` }
    const { fault, tries } = await faultOf({ wants, ...odd }, odd)
    expect(fault).toBeNull()
    expect(tries.wrong).toBe(0)
  })
})

test('an account is shown to a recorder that says only that it lacks the header for it', async () => {
  await using device = await startDevice({ wants: 'ws-security', refusal: 'wsse:InvalidSecurity' })
  expect(await describeAt(device.port)).toMatchObject({ ok: true, device: { authentication: 'ws-security' } })
})

describe('the wrong password', () => {
  test.each([
    ['digest', 1],
    ['ws-security', 2],
  ] as const)('is tried once each way that %s leaves open', async (wants, wrong) => {
    const { fault, message, tries } = await faultOf({ wants }, { password: 'wrong-canary' })
    expect(fault).toBe('auth')
    expect(message).toContain('refuses this user name or password (its ONVIF users may be separate')
    expect(message).not.toContain('canary')
    expect(tries).toEqual({ right: 0, wrong })
  })

  test.each([
    ['The account is locked for 30 minutes', 'has locked the account'],
    ['Your password has expired', 'has expired'],
  ])('is not tried again, nor called a wrong clock, where the device says: %s', async (reason, said) => {
    const fault =
      '<s:Envelope><s:Body><s:Fault><s:Code><s:Subcode><s:Value>ter:NotAuthorized</s:Value></s:Subcode></s:Code>' +
      `<s:Reason><s:Text>${reason}</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>`
    const asked: string[] = []
    const instead: DeviceFixture['instead'] = (operation, _request, response) => {
      asked.push(operation)
      if (operation === 'GetSystemDateAndTime') return false
      response.writeHead(400).end(fault)
      return true
    }
    const result = await faultOf({ instead })
    expect(result).toMatchObject({ fault: 'auth', message: expect.stringContaining(said) })
    expect(asked).toEqual(['GetSystemDateAndTime', 'GetDeviceInformation'])
  })

  test('none at all is not tried', async () => {
    const { fault, message, tries } = await faultOf({ wants: 'digest' }, { username: '', password: '' })
    expect(fault).toBe('auth')
    expect(message).toContain('asks for a user name')
    expect(tries).toEqual({ right: 0, wrong: 0 })
  })

  test('is found out even where who the device is stands open', async () => {
    const open = '<s:Envelope><s:Body><GetDeviceInformationResponse/></s:Body></s:Envelope>'
    const instead: DeviceFixture['instead'] = (operation, _request, response) => {
      if (operation !== 'GetDeviceInformation') return false
      response.end(open)
      return true
    }
    const { fault, tries } = await faultOf({ wants: 'digest', instead }, { password: 'wrong' })
    expect(fault).toBe('auth')
    expect(tries.wrong).toBe(1)
  })
})

describe('what a device may lack', () => {
  const withoutOne = (operation: string): DeviceFixture => ({ answers: { [operation]: null } })

  test.each(['GetServices', 'GetSnapshotUri', 'GetNetworkInterfaces', 'GetSystemDateAndTime'])(
    '%s',
    async (operation) => {
      expect((await faultOf(withoutOne(operation))).fault).toBeNull()
    },
  )

  test.each(['GetSnapshotUri', 'GetNetworkInterfaces'])('an answer to %s', async (silent) => {
    const soon: Clock = { ...systemClock, after: (_ms, task) => systemClock.after(300, task) }
    const instead: DeviceFixture['instead'] = (operation) => operation === silent
    await using device = await startDevice({ instead })
    const target = { host: '127.0.0.1', port: device.port, ...account }
    const result = await describeDevice(target, { ...deps, clock: soon }, noSignal)
    expect(result).toMatchObject({ ok: true, device: { main: { token: 'main' } } })
  })

  test('a right that the account does not have', async () => {
    const instead: DeviceFixture['instead'] = (operation, _request, response) => {
      if (operation !== 'GetNetworkInterfaces') return false
      response
        .writeHead(400)
        .end(
          '<s:Envelope><s:Body><s:Fault><s:Code><s:Value>ter:NotAuthorized</s:Value></s:Code></s:Fault></s:Body></s:Envelope>',
        )
      return true
    }
    expect((await faultOf({ wants: 'ws-security', instead })).fault).toBeNull()
  })

  test('a Media2 that works: Media1 is asked instead', async () => {
    const services = ['ver10', 'ver20'].map(
      (version) =>
        `<Service><Namespace>http://www.onvif.org/${version}/media/wsdl</Namespace><XAddr>http://x/${version}</XAddr></Service>`,
    )
    const paths: (string | undefined)[] = []
    const instead: DeviceFixture['instead'] = (_operation, request, response) => {
      if (request.url === '/ver20') {
        response.writeHead(500).end('Internal Server Error')
        return true
      }
      paths.push(request.url)
      return false
    }
    const { fault } = await faultOf({ answers: { GetServices: services.join('') }, instead })
    expect(fault).toBeNull()
    expect(paths).toContain('/ver10')
  })
})

describe('failures', () => {
  const whole = (status: number, body: string, headers = {}): DeviceFixture => ({
    instead: (_operation, _request, response) => {
      response.writeHead(status, headers).end(body)
      return true
    },
  })

  test.each<[string, string, DeviceFixture]>([
    ['a web page', 'protocol', whole(200, '<html>Welcome</html>')],
    ['no such path', 'not_found', whole(404, '<html>Not Found</html>')],
    ['a redirect, which is not followed', 'redirect', whole(302, '', { Location: 'http://192.0.2.1/' })],
    ['a stack trace for everything', 'protocol', whole(500, 'Traceback (most recent call last)')],
    ['deep nesting', 'protocol', whole(200, '<a>'.repeat(100_000))],
    ['no profiles', 'no_video', { answers: { GetProfiles: '' } }],
    [
      'streams elsewhere than by RTSP',
      'no_video',
      { answers: { GetStreamUri: '<MediaUri><Uri>http://x/</Uri></MediaUri>' } },
    ],
  ])('%s', async (_name, expected, options) => {
    expect((await faultOf(options)).fault).toBe(expected)
  })

  test('more than 1 MiB is not read to its end', async () => {
    const { fault, message } = await faultOf(whole(200, `<a>${'x'.repeat(2 << 20)}</a>`))
    expect(fault).toBe('protocol')
    expect(message).toContain('longer than 1 MiB')
  })

  test('nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    server.close()
    await once(server, 'close')
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    expect(await describeAt(port)).toMatchObject({ ok: false, failure: { fault: 'refused' } })
  })

  test('silence, and an answer that drips for ever', async () => {
    const soon: Clock = { ...systemClock, after: (_ms, task) => systemClock.after(300, task) }
    await using device = await startDevice({
      instead: (_operation, _request, response) => {
        const drip = setInterval(() => response.write('<'), 50)
        response.on('close', () => clearInterval(drip))
        return true
      },
    })
    const target = { host: '127.0.0.1', port: device.port, ...account }
    const result = await describeDevice(target, { ...deps, clock: soon }, noSignal)
    expect(result).toMatchObject({ ok: false, failure: { fault: 'timeout' } })
  })

  test('an address that may not be contacted gets no packet', async () => {
    await using device = await startDevice()
    const target = { host: '127.0.0.1', port: device.port, ...account }
    const result = await describeDevice(target, { ...deps, allowed: createAddressPolicy([]) }, noSignal)
    expect(result).toMatchObject({ ok: false, failure: { fault: 'address' } })
    expect(device.connections()).toBe(0)
  })

  test('a name that does not exist', async () => {
    expect(await describeAt(80, { host: 'camera.invalid' })).toMatchObject({
      ok: false,
      failure: { fault: 'dns' },
    })
  })

  test('an abort ends it with its reason', async () => {
    const abort = new AbortController()
    const reason = new Error('enough')
    await using device = await startDevice({
      instead: () => {
        abort.abort(reason)
        return true
      },
    })
    const target = { host: '127.0.0.1', port: device.port, ...account }
    await expect(describeDevice(target, deps, abort.signal)).rejects.toBe(reason)
  })
})

test('a profile token that would break the request is escaped', async () => {
  const token = 'a&quot;&lt;/ProfileToken&gt;&amp;b'
  const profiles =
    `<Profiles token="${token}"><Name>x</Name><VideoEncoderConfiguration><Encoding>H264</Encoding>` +
    '<Resolution><Width>640</Width><Height>360</Height></Resolution></VideoEncoderConfiguration></Profiles>'
  await using device = await startDevice({ answers: { GetProfiles: profiles } })
  const result = await describeAt(device.port)
  expect(result).toMatchObject({ ok: true, device: { main: { token: 'a"</ProfileToken>&b' } } })
  for (const operation of ['GetStreamUri', 'GetSnapshotUri']) {
    const request = device.bodies[device.operations.indexOf(operation)] ?? ''
    const sent = text(readXml(request, request.length), 'Envelope', 'Body', operation, 'ProfileToken')
    expect(sent).toBe('a"</ProfileToken>&b')
  }
})
