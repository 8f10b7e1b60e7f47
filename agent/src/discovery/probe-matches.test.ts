import { describe, expect, test } from 'vitest'
import { probeMatches } from './probe-matches.fixture.js'
import { readProbeMatches } from './probe-matches.js'

const sender = '192.168.1.20'
const read = (xml: string) => readProbeMatches(Buffer.from(xml), sender)

test('reads endpoint, address and scopes', () => {
  const scopes =
    'onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/Front%20Door%20%26%20Hall ' +
    'onvif://www.onvif.org/hardware/M1-LW onvif://www.onvif.org/MAC/ac:cc:8e:01:02:03'
  expect(read(probeMatches({ scopes }))).toEqual([
    {
      source: 'ws-discovery',
      address: sender,
      port: 80,
      onvif: true,
      endpoint: 'urn:uuid:11111111-2222-3333-4444-555555555555',
      mac: 'ac:cc:8e:01:02:03',
      serial: null,
      instance: null,
      name: 'Front Door & Hall',
      manufacturer: null,
      model: 'M1-LW',
      xaddrs: ['http://192.168.1.20/onvif/device_service'],
      rtspUrls: [],
    },
  ])
})

describe('who counts as an ONVIF device', () => {
  test.each([
    ['a network video transmitter', 'dn:NetworkVideoTransmitter', '', 1],
    ['any device with an ONVIF scope', 'tds:Device', 'onvif://www.onvif.org/Profile/Streaming', 1],
    ['one without types, by its scope', '', 'onvif://www.onvif.org/name/X', 1],
    ['a device with an ONVIF service and no scopes', 'tds:Device', '', 1],
    ['a printer', 'wsdp:Device wprt:PrintDeviceType', 'http://example.org/printers', 0],
    ['a PC', 'wsdp:Device pub:Computer', '', 0],
  ])('%s', (_name, types, scopes, count) => {
    expect(read(probeMatches({ types, scopes }))).toHaveLength(count)
  })
})

describe('answers that are wrong', () => {
  test.each([
    ['nothing', ''],
    ['no XML', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['another message', '<e:Envelope><e:Body><d:Hello/></e:Body></e:Envelope>'],
    ['deep nesting', '<a>'.repeat(5000)],
    ['more than 64 KiB', probeMatches({ scopes: 'onvif://www.onvif.org/name/'.padEnd(70_000, 'x') })],
  ])('%s is no device', (_name, xml) => {
    expect(read(xml)).toEqual([])
  })

  test('undeclared prefixes, invalid UTF-8 and a wrong percent sign are read as far as they go', () => {
    const scopes = 'onvif://www.onvif.org/name/100%_\u0007Caf\u00e9'
    const datagram = Buffer.from(probeMatches({ scopes, declare: false }), 'latin1')
    expect(readProbeMatches(datagram, sender)[0]?.name).toBe('100%_ Caf\u00e9')
  })

  test('a name encoded in Latin-1 is read as that', () => {
    const scopes = 'onvif://www.onvif.org/name/T%FCr%20hinten'
    expect(read(probeMatches({ scopes }))[0]?.name).toBe('T\u00fcr hinten')
  })

  test('entities are not expanded', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(50)}">]>${probeMatches({ endpoint: 'urn:&a;&a;' })}`
    expect(read(bomb)[0]?.endpoint).toBe('urn:&a;&a;')
  })

  test('a datagram with very many matches is cut', () => {
    const match = /<d:ProbeMatch>.*<\/d:ProbeMatch>/.exec(probeMatches({}))?.[0] ?? ''
    expect(read(probeMatches({}).replace(match, match.repeat(40)))).toHaveLength(16)
  })
})
