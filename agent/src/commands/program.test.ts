import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PairedAgent } from '../gateway/paired-agent.fixture.js'
import { runCommandLine } from './program.js'

let empty: string
let written: { out: string; err: string }

beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'agent-program-'))
})
afterAll(() => rm(empty, { recursive: true, force: true }))

beforeEach(() => {
  written = { out: '', err: '' }
  for (const [stream, name] of [
    [process.stdout, 'out'],
    [process.stderr, 'err'],
  ] as const)
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written[name] += String(text)
      return true
    })
  vi.stubEnv('AGENT_DATA_DIR', empty)
  vi.stubEnv('CAMERA_CIDRS', '127.0.0.0/8')
  vi.stubEnv('HTTPS_PROXY', '')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const commands = 'pair run discover add probe preview trust status doctor unpair relay'.split(' ')

describe('help', () => {
  it('names the commands, where to begin, the exit codes and the settings', async () => {
    expect(await runCommandLine(['--help'])).toBe(0)
    const words = ['A new gateway: agent pair', 'Exit codes', 'CAMERA_CIDRS', 'service']
    for (const word of [...commands, ...words]) expect(written.out).toContain(word)
  })

  it('fits a terminal of eighty columns', async () => {
    await runCommandLine(['--help'])
    const widest = Math.max(...written.out.split('\n').map((line) => line.length))
    expect(widest).toBeLessThanOrEqual(80)
  })

  it.each([...commands, 'service install'])('of %s', async (command) => {
    expect(await runCommandLine([...command.split(' '), '--help'])).toBe(0)
    expect(written.out).toContain('--data-dir')
  })
})

describe('what is wrong is told with its exit code and what to do', () => {
  it.each([
    ['an unknown command', ['dance'], 2, 'dance'],
    ['an unknown option', ['run', '--fast'], 2, '--fast'],
    ['pair without a cloud', ['pair', 'K7M2QX'], 2, '--cloud'],
    ['a code that can be none', ['pair', 'K7', '--cloud', 'https://x.invalid'], 2, 'not a pairing code'],
    ['a cloud without encryption', ['pair', 'K7M2QX', '--cloud', 'http://10.0.0.1'], 2, '--allow-http'],
    ['a cloud that is not there', ['pair', 'K7M2QX', '--cloud', 'http://127.0.0.1:1'], 5, 'refuses'],
    ['status without a pairing', ['status'], 3, 'agent pair'],
    ['unpair without a pairing', ['unpair', '--yes'], 3, 'agent pair'],
    ['add without a pairing', ['add', 'rtsp://127.0.0.1:1/x'], 3, 'agent pair'],
    ['add of nothing', ['add'], 2, 'agent discover'],
    ['add of a number without a list', ['add', '3'], 2, 'agent discover'],
    ['add of a list that is not there', ['add', '--file', '/nowhere/list'], 2, '/nowhere/list'],
    ['one name for two cameras', ['add', '10.0.0.1', '10.0.0.2', '--name', 'Door'], 2, '--name'],
    ['that, before a password is asked for', ['add', '10.0.0.1', '--username', 'x'], 3, 'agent pair'],
    ['probe of another scheme', ['probe', 'http://10.0.0.1/x'], 2, 'rtsp://'],
    ['probe of nothing that listens', ['probe', 'rtsp://127.0.0.1:1/x'], 5, 'refuses'],
    [
      'a probe that has nobody to ask',
      ['probe', 'rtsp://127.0.0.1:1/x', '--username', 'x'],
      2,
      '--password-stdin',
    ],
    ['add of a host that can be none', ['add', 'x'.repeat(300)], 2, 'not the address'],
    ['add of an endless address', ['add', `rtsp://10.0.0.1/${'x'.repeat(2048)}`], 2, 'longer than'],
    ['add by an endless name', ['add', '10.0.0.1', '--name', 'x'.repeat(101)], 2, '--name'],
    ['a scan of no time', ['discover', '--timeout', '0'], 2, '--timeout'],
    ['a password for nobody', ['probe', 'rtsp://127.0.0.1:1/x', '--password-stdin'], 2, '--username'],
    ['a doctor for no cloud', ['doctor', '--cloud', 'ftp://x'], 2, 'https://cloud.example.com'],
  ])('%s', async (_name, words, code, said) => {
    expect(await runCommandLine(words)).toBe(code)
    expect(written.out).toBe('')
    expect(written.err).toContain(said)
    expect(written.err).not.toMatch(/\n\s+at /)
  })

  it('a setting that is wrong', async () => {
    vi.stubEnv('CAMERA_CIDRS', '10.0.0.0/99')
    expect(await runCommandLine(['status'])).toBe(2)
    expect(written.err).toContain('CAMERA_CIDRS')
  })
})

describe('a data folder that is paired', () => {
  it('is not given up while its agent runs, nor unasked', async () => {
    await using world = await PairedAgent.pair()
    expect(await runCommandLine(['unpair', '--data-dir', world.dataDir])).toBe(2)
    expect(written.err).toContain('--yes')
    await world.start()
    expect(await runCommandLine(['unpair', '--yes', '--data-dir', world.dataDir])).toBe(9)
    expect(written.err).toContain('systemctl stop')
  })

  it('is given up without its cloud too, with what is left to be done there', async () => {
    await using world = await PairedAgent.pair()
    await world.cloud.close()
    expect(await runCommandLine(['unpair', '--yes', '--data-dir', world.dataDir])).toBe(0)
    expect(written.out).toContain('role operator')
    expect(written.out).toContain(world.identity.gateway_id)
    expect(await runCommandLine(['status', '--data-dir', world.dataDir])).toBe(3)
  })

  it('shows the newest version that its cloud told', async () => {
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.cloud.session(0)
    await session.welcome({ newest_agent_version: '99.1.0' })
    await session.until('heartbeat')
    expect(await runCommandLine(['status', '--data-dir', world.dataDir])).toBe(0)
    expect(written.out).toContain('99.1.0 is available')
    written.out = ''
    await runCommandLine(['status', '--json', '--data-dir', world.dataDir])
    expect(JSON.parse(written.out)).toMatchObject({ running: true, newest_version: '99.1.0' })
  })
})
