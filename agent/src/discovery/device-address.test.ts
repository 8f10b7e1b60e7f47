import { expect, test } from 'vitest'
import { chooseAddress } from './device-address.js'

const sender = '192.168.1.20'

const cases: [
  name: string,
  xaddrs: string[],
  sender: string,
  address: string,
  port: number,
  first: string | undefined,
][] = [
  [
    'the one that is the sender',
    ['http://10.0.0.1:81/a', 'http://192.168.1.20:8000/onvif/device_service'],
    sender,
    sender,
    8000,
    'http://192.168.1.20:8000/onvif/device_service',
  ],
  [
    '0.0.0.0 means the sender',
    ['http://0.0.0.0:8080/onvif'],
    sender,
    sender,
    8080,
    'http://192.168.1.20:8080/onvif',
  ],
  [
    'a former address: the sender with that port',
    ['http://192.168.1.99:8899/onvif'],
    sender,
    sender,
    8899,
    'http://192.168.1.20:8899/onvif',
  ],
  [
    'IPv6 beside IPv4',
    ['http://[fe80::1]/onvif', 'http://192.168.1.20/onvif'],
    sender,
    sender,
    80,
    'http://192.168.1.20/onvif',
  ],
  [
    'IPv6 only: the sender',
    ['http://[fe80::1]:81/onvif'],
    sender,
    sender,
    81,
    'http://192.168.1.20:81/onvif',
  ],
  [
    'link-local beside routable',
    ['http://169.254.1.1/onvif', 'http://192.168.1.20/onvif'],
    '169.254.1.1',
    sender,
    80,
    'http://192.168.1.20/onvif',
  ],
  [
    'link-local only',
    ['http://169.254.1.1/onvif'],
    '169.254.1.1',
    '169.254.1.1',
    80,
    'http://169.254.1.1/onvif',
  ],
  ['none', [], sender, sender, 80, undefined],
  [
    'nothing that is a web address',
    ['file:///etc/passwd', 'rtsp://192.168.1.20/', '%%%'],
    sender,
    sender,
    80,
    undefined,
  ],
  ['TLS without a port', ['https://192.168.1.20/onvif'], sender, sender, 443, 'https://192.168.1.20/onvif'],
  ['port 0', ['http://192.168.1.20:0/onvif'], sender, sender, 80, undefined],
  [
    'what is too long once written out',
    [`http://192.168.1.20/${'ü'.repeat(900)}`],
    sender,
    sender,
    80,
    undefined,
  ],
  [
    'with credentials inside',
    ['http://admin:pw@192.168.1.20/onvif'],
    sender,
    sender,
    80,
    'http://192.168.1.20/onvif',
  ],
]

test.each(cases)('%s', (_name, xaddrs, from, address, port, first) => {
  const chosen = chooseAddress(xaddrs, from)
  expect({ address: chosen.address, port: chosen.port, first: chosen.xaddrs[0] }).toEqual({
    address,
    port,
    first,
  })
})
