import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from '../cloud-link/identity.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { agentStatus, cameraFacts } from '../commands/agent-status.fixture.js'
import { systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { AgentError } from '../platform/errors.js'
import { agentVersion } from '../platform/version.js'
import { defaultDiskLimits } from '../recording/disk-quota.js'
import { type Check, runCheck } from './check.js'
import { checkBacklog, checkCameras, checkRunning } from './check-agent.js'
import { judgeClock } from './check-clock.js'
import { checkKey } from './check-cloud.js'
import { checkDataFolder, checkDisk } from './check-disk.js'
import { checkFfmpeg, checkMemory, checkNode } from './check-machine.js'
import { checkMulticast, checkPorts } from './check-network.js'
import { examine, type Patient } from './examine.js'

const mib = 1024 ** 2
const isRoot = process.getuid?.() === 0
const never = new AbortController().signal
let folder: string
let identity: Identity
const servers: Server[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-doctor-'))
  identity = {
    version: 1,
    cloud_url: 'http://127.0.0.1:1',
    gateway_id: '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d',
    org_id: '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4e',
    api_key: `gw_${'k'.repeat(43)}`,
    sealing_key: await generateSealingKey(),
    storage_key: Buffer.alloc(32).toString('base64'),
    paired_at: '2026-03-14T09:26:53.589Z',
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(answer: RequestListener, upgradeStatus?: number): Promise<string> {
  const server = createServer(answer)
  if (upgradeStatus !== undefined)
    server.on('upgrade', (_request, socket) => {
      socket.on('error', () => undefined)
      socket.end(`HTTP/1.1 ${upgradeStatus} No\r\nConnection: close\r\n\r\n`)
    })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const healthy: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"status":"ok"}')
}

const patient = (more: Partial<Patient> = {}): Patient => ({
  context: {
    dataDir: join(folder, 'none'),
    ffmpegPath: null,
    route: directRoute,
    diskLimits: defaultDiskLimits,
    clock: systemClock,
  },
  identity: () => Promise.resolve(null),
  running: () => Promise.resolve(null),
  cloudUrl: null,
  ...more,
})

const find = (checks: readonly Check[], name: string) => checks.find((check) => check.name === name)

describe('examine', () => {
  it('works unpaired, and finds no fault in that', async () => {
    const checks = await examine(patient())
    expect(checks.map(({ name }) => name).join(' ')).toBe(
      'node memory data folder disk ffmpeg clock multicast ports dns cloud pairing key agent cameras backlog',
    )
    const states = ['cloud', 'pairing', 'key', 'agent'].map((name) => find(checks, name)?.state)
    expect(states).toEqual(['skipped', 'warn', 'skipped', 'skipped'])
  })

  it('asks the cloud that is named, before there is a pairing', async () => {
    const cloudUrl = await listen(healthy)
    const checks = await examine(patient({ cloudUrl }))
    expect(find(checks, 'cloud')).toMatchObject({ state: 'ok', says: expect.stringContaining(cloudUrl) })
    expect(find(checks, 'clock')?.says).toContain("as the cloud's")
    expect(find(checks, 'dns')?.state).toBe('ok')
  })

  it('tells a cloud that is far away in time', async () => {
    const cloudUrl = await listen((request, response) => {
      response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString())
      healthy(request, response)
    })
    expect(find(await examine(patient({ cloudUrl })), 'clock')).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(/^3(59|60)\d s behind the cloud/),
    })
  })

  it('knows a login page from a cloud', async () => {
    const cloudUrl = await listen((_request, response) => void response.end('<html>Welcome to the hotel'))
    const cloud = find(await examine(patient({ cloudUrl })), 'cloud')
    expect(cloud).toMatchObject({ state: 'fail', todo: expect.stringContaining('login page') })
  })

  it('goes on with everything else when the identity is damaged and the agent belongs to somebody else', async () => {
    const refused = new AgentError('storage', 'identity.json is damaged')
    const foreign = new AgentError('failed', 'the running agent belongs to another user')
    const checks = await examine(
      patient({ identity: () => Promise.reject(refused), running: () => Promise.reject(foreign) }),
    )
    expect(find(checks, 'pairing')).toMatchObject({ state: 'fail', says: 'identity.json is damaged' })
    expect(find(checks, 'agent')).toMatchObject({ state: 'fail', says: foreign.message })
    expect(find(checks, 'node')?.state).toBe('ok')
    expect(checks).toHaveLength(15)
  })
})

describe('check', () => {
  it('ends at its time, and tells the work', async () => {
    let told = false
    const hangs = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => (told = true))
      return new Promise<never>(() => undefined)
    }
    expect(await runCheck({ name: 'x', todo: 'do this', clock: systemClock, withinMs: 20 }, hangs)).toEqual({
      name: 'x',
      state: 'fail',
      says: 'gave no answer within 0.02 s',
      todo: 'do this',
    })
    expect(told).toBe(true)
  })

  it('is a finding when it fails', async () => {
    const work = () => Promise.reject(new Error('no such thing\n  at line 3'))
    expect(await runCheck({ name: 'x', todo: 'do this', clock: systemClock }, work)).toMatchObject({
      state: 'fail',
      says: 'no such thing',
    })
  })
})

describe('the machine', () => {
  it.each([
    ['20.18.3', 'fail'],
    ['20.19.0', 'ok'],
    ['24.1.0', 'ok'],
  ])('Node %s: %s', (version, state) => expect(checkNode(version).state).toBe(state))

  it.each([
    [2000, 'ok'],
    [200, 'warn'],
    [50, 'fail'],
  ])('%i MiB free: %s', (free, state) => {
    expect(checkMemory({ totalBytes: 4096 * mib, freeBytes: free * mib }).state).toBe(state)
  })

  it('says that FFMPEG_PATH leads nowhere, even if another one does', async () => {
    const found = await checkFfmpeg('/nowhere/ffmpeg', systemClock)
    expect(found.state).toMatch(/warn|fail/)
    expect(`${found.says}${found.todo}`).toContain('FFMPEG_PATH')
  })

  it.each([
    [0, true, 'ok'],
    [0, null, 'ok'],
    [0, false, 'warn'],
    [-5_000, true, 'warn'],
    [90_000, true, 'fail'],
    [null, true, 'ok'],
    [null, false, 'warn'],
  ] as const)('a clock that is %s ms off, held: %s, is %s', (offset, synced, state) => {
    expect(judgeClock(offset, synced).state).toBe(state)
  })
})

describe('the data folder', () => {
  it('is closed to others, with all that is secret in it', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    expect((await checkDataFolder(dataDir)).state).toBe('ok')
    await chmod(dataDir, 0o755)
    expect(await checkDataFolder(dataDir)).toMatchObject({ state: 'fail', todo: `run chmod 700 ${dataDir}` })
    await chmod(dataDir, 0o700)
    const file = join(dataDir, 'identity.json')
    await writeFile(file, '{}', { mode: 0o644 })
    expect(await checkDataFolder(dataDir)).toMatchObject({ state: 'fail', todo: `run chmod 600 ${file}` })
  })

  it.skipIf(isRoot)('is writable', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    await chmod(dataDir, 0o500)
    await expect(checkDataFolder(dataDir)).rejects.toThrow('EACCES')
    await chmod(dataDir, 0o700)
  })

  it('is on a disk with room, also before it is made', async () => {
    const found = await checkDisk(join(folder, 'not', 'yet'), defaultDiskLimits, null)
    expect(found.says).toMatch(/^\d+(\.\d)? [GM]B of \d+(\.\d)? GB free/)
    const told = {
      free_bytes: 1,
      size_bytes: 2,
      used_bytes: 3e9,
      quota_bytes: 3e9,
      reserve_bytes: 0,
      losses: { events: 0, clips: 4, snapshots: 0 },
    }
    const limits = { quotaBytes: 3e9, reserveShare: 0 }
    const full = await checkDisk(folder, limits, { ...told, level: 'full' })
    expect(full).toMatchObject({ state: 'fail', says: expect.stringContaining('3.0 GB of 3.0 GB') })
    expect((await checkDisk(folder, limits, { ...told, level: 'low' })).state).toBe('warn')
    expect(await checkDisk(folder, limits, { ...told, level: 'ok' })).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('4 clips'),
    })
  })
})

describe('the network', () => {
  it('hears its own multicast, or says why not', async () => {
    const found = await checkMulticast(systemClock, [{ name: 'lo', address: '127.0.0.1' }])
    expect(found.says).toContain('lo (127.0.0.1)')
    expect(await checkMulticast(systemClock, [])).toMatchObject({ state: 'fail' })
  })

  it('tells the interfaces that work from those that do not', async () => {
    const hears = (address: string) =>
      Promise.resolve(address === '10.0.0.2' ? null : 'what was sent did not come back')
    const both = [
      { name: 'eth0', address: '10.0.0.2' },
      { name: 'wlan0', address: '10.0.1.2' },
    ]
    expect(await checkMulticast(systemClock, both, hears)).toMatchObject({
      state: 'warn',
      says: 'not on wlan0 (10.0.1.2): what was sent did not come back; on eth0 (10.0.0.2)',
    })
    expect(await checkMulticast(systemClock, both.slice(1), hears)).toMatchObject({ state: 'fail' })
    expect(await checkMulticast(systemClock, both.slice(0, 1), hears)).toMatchObject({ state: 'ok' })
  })

  it('names the way out, and a firewall that is on', async () => {
    const ufw = join(folder, 'ufw.conf')
    expect(await checkPorts('https://cloud.example.com', ufw)).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('cloud.example.com:443/tcp'),
    })
    await writeFile(ufw, '# comment\nENABLED=yes\n')
    expect((await checkPorts(null, ufw)).state).toBe('warn')
  })
})

describe('the key', () => {
  it.each([
    [401, 'fail', 'agent pair'],
    [404, 'fail', 'agent pair'],
    [403, 'fail', 'enable it'],
    [429, 'warn', 'minute'],
    [502, 'fail', 'WebSocket'],
  ])('refused with %i: %s', async (status, state, todo) => {
    const cloud_url = await listen(healthy, status)
    const found = await checkKey({ ...identity, cloud_url }, directRoute, null, never)
    expect(found).toMatchObject({ state, todo: expect.stringContaining(todo) })
    expect(JSON.stringify(found)).not.toContain(identity.api_key)
  })

  it('is not asked for while it is in use, nor of a cloud that is not there', async () => {
    expect((await checkKey(identity, directRoute, agentStatus(), never)).state).toBe('ok')
    expect((await checkKey(identity, directRoute, null, never)).state).toBe('skipped')
  })
})

describe('the agent', () => {
  const status = (more: Parameters<typeof agentStatus>[0] = {}) =>
    agentStatus({ version: agentVersion, ...more })
  const one = cameraFacts({ name: 'Door', state: 'online' })
  const away = cameraFacts({ name: 'Gate', state: 'auth_failed' })
  const off = cameraFacts({ name: 'Cellar', state: 'disabled' })

  it('runs, and is of the newest version', () => {
    expect(checkRunning(identity, null)).toMatchObject({
      state: 'warn',
      todo: expect.stringContaining('agent run'),
    })
    expect(checkRunning(identity, status()).state).toBe('ok')
    expect(checkRunning(identity, status({ newest_version: '99.0.0' }))).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('99.0.0 is available'),
    })
    expect(checkRunning(identity, status({ version: '0.0.1' })).says).toContain('is installed')
  })

  it.each([
    [[one], 'ok', '1 of 1'],
    [[one, off], 'ok', '1 of 1'],
    [[one, away], 'warn', '1 of 2 on line: "Gate" auth failed'],
    [[away], 'fail', '0 of 1'],
    [[], 'warn', 'none'],
  ])('has its cameras on line %#', (cameras, state, says) => {
    expect(checkCameras(status({ cameras }))).toMatchObject({ state, says: expect.stringContaining(says) })
  })

  it('gets rid of what it records', () => {
    expect(checkBacklog(status()).state).toBe('ok')
    expect(checkBacklog(status({ uploads: { waiting: 0, failed: 1, obstacle: null } })).state).toBe('warn')
  })
})
