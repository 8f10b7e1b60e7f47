import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DiscoveredDevice } from '@sightline/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeLastScan } from '../discovery/last-scan.js'
import { parseCameraList } from './camera-list.js'
import { readTarget } from './camera-target.js'

let dataDir: string

const device: DiscoveredDevice = {
  id: 'a',
  name: 'Hall',
  manufacturer: 'Acme',
  model: 'C2',
  address: '192.168.1.30',
  port: 8000,
  xaddrs: ['http://192.168.1.30:8000/onvif/device_service'],
  rtsp_urls: [],
  sources: ['ws-discovery'],
  endpoint: null,
  mac: null,
  serial: null,
  state: 'new',
}
const announced = {
  ...device,
  id: 'b',
  name: 'Yard',
  xaddrs: [],
  port: 554,
  rtsp_urls: ['rtsp://192.168.1.31/live'],
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-target-'))
  await writeLastScan(dataDir, [device, announced], Date.now())
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const rtsp = (rtsp_url: string) => ({ type: 'rtsp', rtsp_url, rtsp_sub_url: null })
const onvif = (host: string, port = 80) => ({ type: 'onvif', host, port })

describe('readTarget', () => {
  it.each([
    ['rtsp://192.168.1.20/one', rtsp('rtsp://192.168.1.20/one')],
    ['192.168.1.20/one', rtsp('rtsp://192.168.1.20/one')],
    ['192.168.1.20:8554/one', rtsp('rtsp://192.168.1.20:8554/one')],
    ['192.168.1.20', onvif('192.168.1.20')],
    [' camera-3.local:8000 ', onvif('camera-3.local', 8000)],
    ['fd00::7', onvif('fd00::7')],
    ['[fd00::7]:8000', onvif('fd00::7', 8000)],
    ['1', onvif('192.168.1.30', 8000)],
    ['2', rtsp('rtsp://192.168.1.31/live')],
  ])('%s', async (typed, target) => {
    expect((await readTarget(typed, dataDir)).target).toEqual(target)
  })

  it('takes the account out of the address, and shows nothing of it', async () => {
    const read = await readTarget('rtsp://admin:canary@192.168.1.20/one', dataDir)
    expect(read).toMatchObject({
      credentials: { username: 'admin', password: 'canary' },
      label: 'rtsp://192.168.1.20/one',
    })
    expect(JSON.stringify(read.target)).not.toContain('canary')
  })

  it('knows the name that discovery told', async () => {
    expect(await readTarget('2', dataDir)).toMatchObject({ name: 'Yard', label: 'rtsp://192.168.1.31/live' })
  })

  it.each([
    ['http://192.168.1.20/', 'rtsp://'],
    ['192.168.1.20:554', 'rtsp://192.168.1.20:554/stream1'],
    ['192.168.1.20:70000', 'agent discover'],
    ['not a host', 'agent discover'],
    ['', 'agent discover'],
    ['3', 'agent discover'],
  ])('refuses %j and says what it may look like', async (typed, hint) => {
    await expect(readTarget(typed, dataDir)).rejects.toMatchObject({
      kind: 'usage',
      hint: expect.stringContaining(hint),
    })
  })
})

describe('parseCameraList', () => {
  it('reads addresses and names, and passes over the rest', () => {
    const text = '\uFEFF# the shop\r\nrtsp://10.0.0.1/a  Back door \r\n\r\n  10.0.0.2\n'
    expect(parseCameraList(text)).toEqual([
      { address: 'rtsp://10.0.0.1/a', name: 'Back door' },
      { address: '10.0.0.2', name: null },
    ])
  })

  it('refuses more cameras than go in at once', () => {
    expect(() => parseCameraList('10.0.0.1\n'.repeat(257))).toThrow('256')
    expect(parseCameraList('10.0.0.1\n'.repeat(256))).toHaveLength(256)
  })
})
