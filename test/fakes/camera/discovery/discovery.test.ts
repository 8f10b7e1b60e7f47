import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { Bonjour, type Service } from 'bonjour-service'
import { expect, onTestFinished, test } from 'vitest'
import { type CameraOptions, startCamera } from '../index.js'
import { isMeant, parseProbe } from './ws-discovery.js'

const SMALL = { picture: { width: 320, height: 180, loopSec: 20 }, subPicture: null } satisfies CameraOptions

async function camera(options: CameraOptions) {
  const started = await startCamera({ ...SMALL, ...options })
  onTestFinished(() => started.close())
  return started
}

function probeMessage(types: string, messageId = `urn:uuid:${randomUUID()}`): string {
  return `<?xml version="1.0"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><e:Header><w:MessageID>${messageId}</w:MessageID><w:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To><w:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</w:Action></e:Header><e:Body><d:Probe><d:Types>${types}</d:Types></d:Probe></e:Body></e:Envelope>`
}

/** Probes from loopback; what came back grows while the test looks at it. */
async function probe(message: string, target = '239.255.255.250') {
  const socket = createSocket('udp4')
  const answers: { from: string; text: string }[] = []
  socket.on('message', (datagram, sender) =>
    answers.push({ from: sender.address, text: datagram.toString() }),
  )
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  socket.setMulticastInterface('127.0.0.1')
  socket.send(message, 3702, target)
  return answers
}

test('every camera on the machine answers a Probe, from its own address', async () => {
  const hosts = ['127.0.0.1', '127.0.0.1', '127.0.0.12']
  const cameras = await Promise.all(
    hosts.map((host) => camera({ host, wsDiscovery: true, name: 'Yard & gate' })),
  )
  const messageId = `urn:uuid:${randomUUID()}`
  const answers = await probe(probeMessage('dn:NetworkVideoTransmitter', messageId))
  for (const fake of cameras) {
    const matching = () => answers.find(({ text }) => text.includes(fake.device.endpoint))
    await expect.poll(matching).toBeDefined()
    expect(matching()?.from).toBe(fake.host)
    expect(matching()?.text).toContain(`<a:RelatesTo>${messageId}</a:RelatesTo>`)
    expect(matching()?.text).toContain(`${fake.device.origin}/onvif/device_service`)
    expect(matching()?.text).toContain('onvif://www.onvif.org/name/Yard%20%26%20gate')
  }
})

test('a Probe by unicast is answered, as often as the camera is told to', async () => {
  const fake = await camera({
    host: '127.0.0.13',
    wsDiscovery: true,
    probeAnswers: 2,
    extraXaddrs: ['http://169.254.7.7/onvif/device_service'],
  })
  const answers = await probe(probeMessage(''), '127.0.0.13')
  const own = () => answers.filter(({ text }) => text.includes(fake.device.endpoint))
  await expect.poll(() => own().length).toBe(2)
  expect(own()[0]?.text).toContain('http://169.254.7.7/')
  expect(fake.counters.probesAnswered).toBe(1)
})

test('a camera without power answers no Probe', async () => {
  const off = await camera({ host: '127.0.0.14', wsDiscovery: true })
  const on = await camera({ host: '127.0.0.15', wsDiscovery: true })
  await off.faults.refuseConnections()
  const answers = await probe(probeMessage('dn:NetworkVideoTransmitter'))
  await expect.poll(() => answers.some(({ text }) => text.includes(on.device.endpoint))).toBe(true)
  expect(off.counters.probesAnswered).toBe(0)
})

test('only Probes for cameras are meant for it', () => {
  const scopes = ['onvif://www.onvif.org/type/video_encoder']
  const meant = (types: string) => {
    const parsed = parseProbe(probeMessage(types))
    return parsed !== null && isMeant(parsed, scopes)
  }
  expect(meant('dn:NetworkVideoTransmitter')).toBe(true)
  expect(meant('')).toBe(true)
  expect(meant('wprt:PrintDeviceType')).toBe(false)
  expect(isMeant({ messageId: '', types: [], scopes: ['onvif://www.onvif.org/type/ptz'] }, scopes)).toBe(
    false,
  )
  expect(parseProbe('<a/>')).toBeNull()
  expect(parseProbe('garbage <<<')).toBeNull()
})

test.each(['127.0.0.1', '127.0.0.16'])('mDNS names port, path and MAC of the camera at %s', async (host) => {
  const fake = await camera({ host, mdns: true, name: 'Gate' })
  const bonjour = new Bonjour({ interface: '127.0.0.1', bind: '0.0.0.0' } as object)
  onTestFinished(() => new Promise<void>((resolve) => bonjour.destroy(() => resolve())))
  const seen = new Map<number, Service>()
  bonjour.find({ type: 'rtsp' }, (service) => seen.set(service.port, service))
  await expect.poll(() => seen.get(fake.rtspPort)).toBeDefined()
  const service = seen.get(fake.rtspPort)
  expect(service?.addresses).toEqual([host])
  expect(service?.referer?.address).toBe(host)
  const macaddress = fake.device.mac.replaceAll(':', '')
  expect(service?.txt).toMatchObject({ path: '/main', macaddress, serial: fake.device.serial })
})
