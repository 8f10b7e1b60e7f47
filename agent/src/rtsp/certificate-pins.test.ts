import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { CertificatePinFiles, forgetCertificate, noPins } from './certificate-pins.js'

const camera = { host: '10.0.0.5', port: 322 }
const own = (keySha256: string) => ({ keySha256, isTrusted: false })
const trusted = (keySha256: string) => ({ keySha256, isTrusted: true })

async function fresh() {
  const folder = await mkdtemp(join(tmpdir(), 'pins-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = async () => {
    const names = await readdir(join(folder, 'camera-certificates'))
    return names.map((name) => join(folder, 'camera-certificates', name))
  }
  return { folder, files, pins: new CertificatePinFiles(folder, systemClock) }
}

test('the first key is kept, and any other is told from it, also after a restart', async () => {
  const { folder, pins } = await fresh()
  expect(await pins.judge(camera, own('a'))).toBe('first')
  expect(await pins.judge(camera, own('a'))).toBe('expected')
  const later = new CertificatePinFiles(folder, systemClock)
  expect(await later.judge(camera, own('b'))).toBe('changed')
  expect(await later.judge(camera, own('a'))).toBe('expected')
})

test('another port or host is another camera, and upper case is not', async () => {
  const { pins } = await fresh()
  await pins.judge({ host: 'Cam.local', port: 322 }, own('a'))
  expect(await pins.judge({ host: 'cam.LOCAL', port: 322 }, own('b'))).toBe('changed')
  expect(await pins.judge({ host: 'cam.local', port: 323 }, own('b'))).toBe('first')
})

test('what an authority vouches for may change, and never falls back to what nobody vouches for', async () => {
  const { pins } = await fresh()
  expect(await pins.judge(camera, trusted('a'))).toBe('first')
  expect(await pins.judge(camera, trusted('b'))).toBe('expected')
  expect(await pins.judge(camera, own('a'))).toBe('changed')
})

test('what is forgotten is taken anew', async () => {
  const { pins } = await fresh()
  expect(await pins.forget(camera)).toBe(false)
  await pins.judge(camera, own('a'))
  expect(await forgetCertificate('rtsps://admin:x@10.0.0.5/s', pins)).toBe(true)
  expect(await forgetCertificate('rtsp://10.0.0.5:322/s', pins)).toBe(false)
  expect(await pins.judge(camera, own('b'))).toBe('first')
})

test('only the owner may read it, and what cannot be read is not believed', async () => {
  const { files, pins } = await fresh()
  await pins.judge(camera, own('a'))
  const [path = ''] = await files()
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ host: '10.0.0.5', key_sha256: 'a' })
  await writeFile(path, '{"host":')
  expect(await pins.judge(camera, own('a'))).toBe('changed')
})

test('without a memory only authorities are believed', async () => {
  expect(await noPins.judge(camera, own('a'))).toBe('changed')
  expect(await noPins.judge(camera, trusted('a'))).toBe('expected')
})
