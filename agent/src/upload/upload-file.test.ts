import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MockAgent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { PartLimit } from './part-limit.js'
import { type UploadDeps, uploadFile } from './upload-file.js'

const bytes = Buffer.from('a clip')

/** What becomes of a file whose cloud, at `cloudUrl`, wants its only part at `url`; and where that was put. */
async function sentTo(cloudUrl: string, url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-upload-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'clip.mp4')
  await writeFile(path, bytes)
  const net = new MockAgent()
  net.disableNetConnect()
  const puts: string[] = []
  for (const origin of [
    'https://cloud.example',
    'https://store.example',
    'http://cloud.example',
    'http://192.168.1.1',
  ]) {
    net
      .get(origin)
      .intercept({ path: () => true, method: 'PUT' })
      .reply(200, () => {
        puts.push(origin)
        return ''
      })
  }
  const id = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'
  const plan = { upload_id: id, complete: false, part_size: 1000, parts: [{ number: 1, url }] }
  const deps: UploadDeps = {
    cloudUrl,
    dispatcher: net,
    throttle: () => Promise.resolve(),
    mayBegin: () => true,
    limit: new PartLimit(systemClock),
    begin: () => Promise.resolve({ kind: 'done', value: plan }),
    complete: () => Promise.resolve({ kind: 'done', value: {} }),
  }
  const object = {
    event_id: id,
    kind: 'clip',
    bytes: bytes.length,
    sha256: '0'.repeat(64),
    content_type: 'video/mp4',
    codec: null,
    width: null,
    height: null,
  } as const
  const { kind } = await uploadFile(path, object, deps, new AbortController().signal)
  return { kind, puts }
}

test.each([
  ['/parts/1', 'https://cloud.example'],
  ['https://store.example/bucket/1?sig=x', 'https://store.example'],
])('a part goes to %s', async (url, origin) => {
  expect(await sentTo('https://cloud.example', url)).toEqual({ kind: 'stored', puts: [origin] })
})

test.each([
  'http://192.168.1.1/',
  'http://cloud.example/parts/1',
  'file:///etc/passwd',
  'http://[',
  'ftp://x/',
])('of an encrypted cloud nothing goes to %s, in the clear or anywhere', async (url) => {
  expect(await sentTo('https://cloud.example', url)).toEqual({ kind: 'trouble', puts: [] })
})

test('a cloud that is tried without encryption stores without it', async () => {
  expect(await sentTo('http://cloud.example', '/parts/1')).toMatchObject({ kind: 'stored' })
})
