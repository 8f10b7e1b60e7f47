import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { CertificatePinFiles } from '../rtsp/certificate-pins.js'
import { runCommandLine } from './program.js'

let said = ''
beforeEach(() => {
  said = ''
  const hear = (text: string | Uint8Array) => {
    said += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(hear)
  vi.spyOn(process.stderr, 'write').mockImplementation(hear)
})
afterEach(() => vi.restoreAllMocks())

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trust-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('forgets the certificate of one camera, and says so', async () => {
  const folder = await dataDir()
  const pins = new CertificatePinFiles(folder, systemClock)
  const own = (keySha256: string) => ({ keySha256, isTrusted: false })
  for (const host of ['10.0.0.5', '10.0.0.6']) await pins.judge({ host, port: 322 }, own('a'))
  const typed = 'rtsps://admin:canary@10.0.0.5/any'
  expect(await runCommandLine(['trust', typed, '--data-dir', folder])).toBe(0)
  expect(said).toContain('10.0.0.5 port 322 shows next is taken')
  expect(said).not.toContain('canary')
  expect(await pins.judge({ host: '10.0.0.5', port: 322 }, own('b'))).toBe('first')
  expect(await pins.judge({ host: '10.0.0.6', port: 322 }, own('b'))).toBe('changed')
})

it('says where nothing was known', async () => {
  expect(await runCommandLine(['trust', 'rtsps://10.0.0.5:8322/s', '--data-dir', await dataDir()])).toBe(0)
  expect(said).toContain('No certificate of 10.0.0.5 port 8322 was stored')
})

it.each([
  ['rtsp://10.0.0.5/s', 'rtsps://'],
  ['10.0.0.5', 'rtsps://'],
])('%s is no address of a camera that encrypts', async (typed, hint) => {
  expect(await runCommandLine(['trust', typed, '--data-dir', await dataDir()])).toBe(2)
  expect(said).toContain(hint)
})
