import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDefaultRoutes } from './default-routes.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-routes-'))
  await mkdir(join(folder, 'net'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const heading = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n'

test('are those that are up, the cheapest first, each with its router', async () => {
  const rows = [
    'wlan0\t00000000\t0114000A\t0003\t0\t0\t600\t00000000\t0\t0\t0',
    'eth0\t00000000\tFE01A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0',
    'eth1\t00000000\t0101A8C0\t0002\t0\t0\t50\t00000000\t0\t0\t0',
    'eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0',
    'wg0\t00000000\t00000000\t0001\t0\t0\t700\t00000000\t0\t0\t0',
  ]
  await writeFile(join(folder, 'net/route'), `${heading}${rows.join('\n')}\n`)
  expect(await readDefaultRoutes(folder)).toEqual([
    { name: 'eth0', router: '192.168.1.254' },
    { name: 'wlan0', router: '10.0.20.1' },
    { name: 'wg0', router: '0.0.0.0' },
  ])
})

test('are none where the system keeps no such file', async () => {
  expect(await readDefaultRoutes(folder)).toEqual([])
})
