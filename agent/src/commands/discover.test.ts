import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLastScan } from '../discovery/last-scan.js'
import { discoverCommand } from './discover.js'

let dataDir: string
let printed: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-discover-'))
  printed = ''
  vi.stubEnv('CAMERA_CIDRS', '127.0.0.0/8')
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(dataDir, { recursive: true, force: true })
})

test.each([
  [['10.0.0.0/8'], /10\.0\.0\.0\/8 must be an IPv4 network of \/22 to \/32/],
  [['192.168.4.0/22', '10.0.0.1'], /must be 1024 addresses in all at most/],
  [['rtsp://10.0.0.1/'], /must be an IPv4 network/],
  [['203.0.113.0/30'], /203\.0\.113\.0\/30 cannot be looked at: .*CAMERA_CIDRS/],
])('%o is refused with what it must be', async (targets, message) => {
  await expect(discoverCommand(targets, { dataDir, timeout: '1' })).rejects.toThrow(message)
  expect(await readLastScan(dataDir)).toBeNull()
})

test('what was asked for and not found is said, and the list is remembered', async () => {
  await discoverCommand(['127.0.0.95'], { dataDir, timeout: '1' })
  expect(printed).toMatch(/No camera answered there/)
  expect((await readLastScan(dataDir))?.devices).toEqual([])
})
