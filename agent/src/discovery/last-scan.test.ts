import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deviceOfLastScan, readLastScan, writeLastScan } from './last-scan.js'
import { mergeDevices } from './merge-devices.js'
import { sighting } from './sighting.fixture.js'
import { toWire } from './wire-device.js'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'last-scan-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}
const devices = mergeDevices(
  ['192.168.1.20', '192.168.1.21'].map((address) => sighting({ address, port: 80 })),
).map((device) => toWire(device, 'new'))

test('a number names the device of the list that was printed last', async () => {
  const dataDir = join(await folder(), 'not', 'there', 'yet')
  await writeLastScan(dataDir, devices, Date.UTC(2026, 2, 14))
  expect(await readLastScan(dataDir)).toEqual({ scanned_at: '2026-03-14T00:00:00.000Z', devices })
  expect((await deviceOfLastScan(dataDir, 2)).address).toBe('192.168.1.21')
  expect((await stat(join(dataDir, 'last-scan.json'))).mode & 0o777).toBe(0o600)
  await writeLastScan(dataDir, devices.slice(1), Date.UTC(2026, 2, 15))
  expect((await deviceOfLastScan(dataDir, 1)).address).toBe('192.168.1.21')
})

test('what is not in the list, or no list at all, says what to do', async () => {
  const dataDir = await folder()
  await expect(deviceOfLastScan(dataDir, 1)).rejects.toThrow('there is no list of cameras yet')
  await writeLastScan(dataDir, devices, 0)
  for (const number of [0, 3, -1, 1.5, Number.NaN]) {
    await expect(deviceOfLastScan(dataDir, number)).rejects.toThrow('the list has no number')
  }
})

test('a file that is damaged is no list', async () => {
  const dataDir = await folder()
  await writeFile(join(dataDir, 'last-scan.json'), '{"devices": [{}]')
  expect(await readLastScan(dataDir)).toBeNull()
})
