import { describe, expect, test } from 'vitest'
import {
  readDeviceInformation,
  readHardwareAddress,
  readServicePaths,
  readSystemTime,
} from './device-answers.js'
import { readMac } from './mac-address.js'
import { readChannels, readUri, readVideoProfiles } from './media-answers.js'
import { readSoapAnswer } from './soap-answer.js'

const soap = (inner: string) => `<s:Envelope><s:Body>${inner}</s:Body></s:Envelope>`
const body = (inner: string) => {
  const answer = readSoapAnswer(200, soap(inner))
  return answer.kind === 'response' ? answer.body : undefined
}

describe('what an answer is', () => {
  const fault = (code: string, reason = '') =>
    soap(
      `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>${code}</s:Value></s:Subcode></s:Code>` +
        `<s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason></s:Fault>`,
    )
  const oldFault = (code: string, reason: string) =>
    soap(`<s:Fault><faultcode>${code}</faultcode><faultstring>${reason}</faultstring></s:Fault>`)
  test.each([
    ['a response', 200, soap('<a/>'), 'response'],
    ['a refusal with 400', 400, fault('ter:NotAuthorized'), 'not_authorized'],
    ['a refusal with 200', 200, fault('ter:NotAuthorized', 'Sender not Authorized'), 'not_authorized'],
    ['a refusal by words alone', 500, fault('env:Other', 'Authority failure'), 'not_authorized'],
    ['a refusal of WS-Security', 400, fault('wsse:FailedAuthentication'), 'not_authorized'],
    ['a 401 without SOAP', 401, '<!DOCTYPE html><html><h2>Access Error</h2></html>', 'not_authorized'],
    ['a token out of its time', 400, fault('wsse:MessageExpired'), 'wrong_time'],
    [
      'a token out of its time by words alone',
      400,
      fault('ter:InvalidArgVal', 'The security semantics of the message have expired'),
      'wrong_time',
    ],
    [
      'a digest out of its time',
      400,
      fault('ter:NotAuthorized', 'Password digest has expired'),
      'wrong_time',
    ],
    [
      'a password that has expired',
      400,
      fault('ter:NotAuthorized', 'Your password has expired'),
      'not_authorized',
    ],
    ['the same as a code alone', 500, oldFault('ter:PasswordExpired', ''), 'not_authorized'],
    [
      'a subscription that has expired',
      400,
      fault('wsrf-r:ResourceUnknown', 'The subscription has expired'),
      'fault',
    ],
    ['a certificate that has expired', 500, fault('ter:Action', 'Certificate expired'), 'fault'],
    [
      'a refusal of a recorder, of the header that is missing',
      400,
      fault('wsse:InvalidSecurity', 'An error was discovered processing the &lt;wsse:Security&gt; header'),
      'not_authorized',
    ],
    [
      'the same without its code',
      500,
      oldFault('s:Client', 'error processing the wsse:Security header'),
      'not_authorized',
    ],
    [
      'a refusal as people say it',
      400,
      fault('ter:InvalidArgVal', 'Wrong user name or password'),
      'not_authorized',
    ],
    ['an account that is locked', 400, fault('ter:NotAuthorized', 'The account is locked'), 'not_authorized'],
    ['a lock on something else', 500, fault('ter:Action', 'PTZ is locked by another operator'), 'fault'],
    ['another fault', 500, fault('ter:ActionNotSupported', 'Optional Action Not Implemented'), 'fault'],
    ['a web page', 200, '<html><body>Welcome</body></html>', 'not_soap'],
    [
      'a SOAP 1.1 fault',
      500,
      soap('<s:Fault><faultstring>NotAuthorized</faultstring></s:Fault>'),
      'not_authorized',
    ],
    [
      'a refusal of WS-Security as a SOAP 1.1 code',
      500,
      oldFault('wsse:FailedAuthentication', 'The security token could not be authenticated'),
      'not_authorized',
    ],
    ['a refusal as a SOAP 1.1 code', 400, oldFault('ter:NotAuthorized', 'Denied'), 'not_authorized'],
    [
      'a token out of its time as a SOAP 1.1 code',
      500,
      oldFault('wsu:MessageExpired', 'Rejected'),
      'wrong_time',
    ],
    ['a stack trace', 500, 'java.lang.NullPointerException\n at x', 'not_soap'],
    ['nothing', 200, '', 'not_soap'],
    ['deep nesting', 200, '<a>'.repeat(10_000), 'not_soap'],
  ])('%s', (_name, status, text, kind) => {
    expect(readSoapAnswer(status, text).kind).toBe(kind)
  })

  test.each([
    ['ter:NotAuthorized', 'The account is locked for 30 minutes', 'locked'],
    ['ter:AccountLocked', '', 'locked'],
    ['ter:NotAuthorized', 'Too many failed login attempts', 'locked'],
    ['ter:NotAuthorized', 'Your password has expired', 'expired'],
    ['ter:NotAuthorized', 'You still have 5 attempt(s)', null],
    ['ter:NotAuthorized', 'Wrong password. The account will be locked after 3 more', null],
  ])('%s, %s: the account is said to be %s', (code, reason, account) => {
    expect(readSoapAnswer(400, fault(code, reason))).toEqual({ kind: 'not_authorized', account })
  })

  test.each([
    ['User account is locked', 'locked'],
    ['The account is not locked', null],
  ])('%s, behind the usual words: the account is said to be %s', (detail, account) => {
    const said = fault('ter:NotAuthorized', 'Sender not Authorized').replace(
      '</s:Fault>',
      `<s:Detail><s:Text>${detail}</s:Text></s:Detail></s:Fault>`,
    )
    expect(readSoapAnswer(400, said)).toEqual({ kind: 'not_authorized', account })
  })

  test('no more channels than a recorder has are listed, with all their profiles', () => {
    const profile = (number: number) =>
      `<Profiles token="p${number}"><VideoSourceConfiguration token="c${number}"><SourceToken>s${number}</SourceToken></VideoSourceConfiguration></Profiles>`
    const numbers = Array.from({ length: 1000 }, (_, index) => index)
    const channels = readChannels(
      body(
        `<GetProfilesResponse>${numbers.map(profile).join('')}${profile(0).replace('p0', 'sub')}</GetProfilesResponse>`,
      ),
    )
    expect(channels).toHaveLength(128)
    expect(channels[0]?.aliases).toEqual(['c0', 'p0', 'sub'])
  })

  test('a fault gives its reason as one bounded line', () => {
    const answer = readSoapAnswer(500, fault('ter:X', `No\nsuch\u0000 profile ${'x'.repeat(400)}`))
    expect(answer).toMatchObject({ kind: 'fault' })
    expect(answer.kind === 'fault' && answer.reason).toMatch(/^No such profile x{180,}$/)
  })
})

test('device information stays text', () => {
  const said =
    '<tds:GetDeviceInformationResponse><tds:Manufacturer>Maker &amp; Sons</tds:Manufacturer><tds:Model>007</tds:Model>' +
    '<tds:FirmwareVersion>1.10</tds:FirmwareVersion><tds:SerialNumber>00012345678901234567890</tds:SerialNumber></tds:GetDeviceInformationResponse>'
  expect(readDeviceInformation(body(said))).toEqual({
    manufacturer: 'Maker & Sons',
    model: '007',
    firmware: '1.10',
    serial: '00012345678901234567890',
  })
})

describe('the clock of a camera', () => {
  const dateTime = (tag: string, year: string, hour: string) =>
    `<${tag}><Time><Hour>${hour}</Hour><Minute>30</Minute><Second>5</Second></Time>` +
    `<Date><Year>${year}</Year><Month>6</Month><Day>15</Day></Date></${tag}>`
  const answer = (inner: string) =>
    body(
      `<GetSystemDateAndTimeResponse><SystemDateAndTime>${inner}</SystemDateAndTime></GetSystemDateAndTimeResponse>`,
    )
  const zone = (tz: string) => `<TimeZone><TZ>${tz}</TZ></TimeZone>`

  test.each([
    ['UTC', dateTime('UTCDateTime', '2030', '12'), '2030-06-15T12:30:05.000Z'],
    [
      'UTC beside local',
      dateTime('LocalDateTime', '2030', '20') + dateTime('UTCDateTime', '2030', '12'),
      '2030-06-15T12:30:05.000Z',
    ],
    [
      'local with its zone',
      dateTime('LocalDateTime', '2030', '20') + zone('CST-8'),
      '2030-06-15T12:30:05.000Z',
    ],
    [
      'local west of Greenwich',
      dateTime('LocalDateTime', '2030', '8') + zone('EST+4:30EDT'),
      '2030-06-15T13:00:05.000Z',
    ],
    [
      'a zero date falls back to local',
      dateTime('UTCDateTime', '0', '0') + dateTime('LocalDateTime', '2030', '20') + zone('CST-8'),
      '2030-06-15T12:30:05.000Z',
    ],
    ['local without a zone', dateTime('LocalDateTime', '2030', '8'), null],
    ['no date', '', null],
    ['words for numbers', dateTime('UTCDateTime', 'two', '12'), null],
  ])('%s', (_name, inner, iso) => {
    expect(readSystemTime(answer(inner))).toBe(iso === null ? null : Date.parse(iso))
  })
})

describe('where the media services are', () => {
  const service = (namespace: string, address: string) =>
    `<Service><Namespace>${namespace}</Namespace><XAddr>${address}</XAddr></Service>`
  test.each([
    [
      'both, among vendor services',
      [
        '<GetServicesResponse>',
        service('http://www.axis.com/vapix/ws/entry', 'http://x/vapix'),
        service('http://www.onvif.org/ver10/media/wsdl', 'http://10.9.9.9:99/onvif/media'),
        service('http://www.onvif.org/ver20/media/wsdl', 'http://10.9.9.9/onvif/media2?x=1'),
        service('http://www.onvif.org/ver20/ptz/wsdl', 'http://10.9.9.9/onvif/ptz'),
        '</GetServicesResponse>',
      ].join(''),
      { media: '/onvif/media', media2: '/onvif/media2?x=1', ptz: '/onvif/ptz' },
    ],
    [
      'an older device',
      '<GetCapabilitiesResponse><Capabilities><Media><XAddr>http://x/onvif/Media</XAddr></Media><PTZ><XAddr>http://x/onvif/PTZ</XAddr></PTZ></Capabilities></GetCapabilitiesResponse>',
      { media: '/onvif/Media', media2: null, ptz: '/onvif/PTZ' },
    ],
    ['nothing', '<GetServicesResponse/>', { media: null, media2: null, ptz: null }],
    ...[
      'fe80::1',
      'fe80::1%eth0',
      '[fe80::1%eth0]:80',
      '10.0.0.9:80:8106',
      '',
      '10.0.0.256',
      '10.0.0.9:99999',
    ].map((host): [string, string, { media: string; media2: null; ptz: null }] => [
      `a host that is written as ${host}`,
      `<GetServicesResponse>${service('http://www.onvif.org/ver10/media/wsdl', `http://${host}/onvif/Media?a=1`)}</GetServicesResponse>`,
      { media: '/onvif/Media?a=1', media2: null, ptz: null },
    ]),
    [
      'no address',
      `<GetServicesResponse>${service('http://www.onvif.org/ver10/media/wsdl', '%%')}</GetServicesResponse>`,
      { media: null, media2: null, ptz: null },
    ],
  ])('%s', (_name, inner, paths) => {
    expect(readServicePaths(body(inner))).toEqual({ events: null, ...paths })
  })
})

describe('media profiles', () => {
  test('Media1: profiles without video are left out', () => {
    const answer = body(
      '<trt:GetProfilesResponse>' +
        '<trt:Profiles token="P 1" fixed="true"><tt:Name>Main</tt:Name><tt:VideoSourceConfiguration><tt:SourceToken>V1</tt:SourceToken></tt:VideoSourceConfiguration>' +
        '<tt:VideoEncoderConfiguration><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration><tt:PTZConfiguration token="m"/></trt:Profiles>' +
        '<trt:Profiles token="P2"><tt:Name>Audio</tt:Name></trt:Profiles>' +
        '<trt:Profiles><tt:VideoEncoderConfiguration><tt:Encoding>JPEG</tt:Encoding></tt:VideoEncoderConfiguration></trt:Profiles>' +
        '</trt:GetProfilesResponse>',
    )
    expect(readVideoProfiles(answer)).toEqual([
      {
        token: 'P 1',
        name: 'Main',
        codec: 'h264',
        width: 1920,
        height: 1080,
        source: 'V1',
        isMovable: true,
      },
    ])
  })

  test('Media2: configurations stand one level deeper', () => {
    const answer = body(
      '<tr2:GetProfilesResponse><tr2:Profiles token="p"><tr2:Name>\u202eevil</tr2:Name><tr2:Configurations>' +
        '<tr2:VideoEncoder><tt:Encoding>H265</tt:Encoding><tt:Resolution><tt:Width>wide</tt:Width></tt:Resolution></tr2:VideoEncoder>' +
        '<tr2:PTZ token="m"/></tr2:Configurations></tr2:Profiles></tr2:GetProfilesResponse>',
    )
    expect(readVideoProfiles(answer)).toEqual([
      { token: 'p', name: 'evil', codec: 'h265', width: 0, height: 0, source: '', isMovable: true },
    ])
  })

  test.each([
    [
      'Media1',
      '<GetStreamUriResponse><MediaUri><Uri> rtsp://h/a?x=1&amp;y=2 </Uri></MediaUri></GetStreamUriResponse>',
    ],
    ['Media2', '<GetStreamUriResponse><Uri>rtsp://h/a?x=1&amp;y=2</Uri></GetStreamUriResponse>'],
  ])('the address of a stream, %s', (_name, inner) => {
    expect(readUri(body(inner), 'GetStreamUri')).toBe('rtsp://h/a?x=1&y=2')
  })
})

test('the MAC is that of the interface in use', () => {
  const one = (enabled: string, mac: string) =>
    `<NetworkInterfaces token="e"><Enabled>${enabled}</Enabled><Info><HwAddress>${mac}</HwAddress></Info></NetworkInterfaces>`
  const answer = `<GetNetworkInterfacesResponse>${one('false', '02:00:00:00:00:01')}${one('true', '02-00-00-AA-00-02')}</GetNetworkInterfacesResponse>`
  expect(readMac(readHardwareAddress(body(answer)))).toBe('02:00:00:aa:00:02')
})

test.each(['', '00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '02:00:00', 'zz:zz:zz:zz:zz:zz'])(
  '%j is no MAC',
  (raw) => {
    expect(readMac(raw)).toBeNull()
  },
)
