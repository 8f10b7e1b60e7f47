import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCapture } from '@sightline/agent/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { ReplayCamera } from '../fakes/camera/replay/replay-camera.js'
import { runProgram } from '../harness/index.js'

let folder: string
let camera: FakeCamera
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capture-'))
  camera = await startCamera({ onvif: false })
})
afterAll(async () => {
  await camera.close()
  await rm(folder, { recursive: true })
})

/** Types `agent probe` for a stream. */
function probe(url: string, account: { username: string; password: string }, ...options: string[]) {
  return runProgram('agent/dist/main.js', {
    args: [
      'probe',
      url,
      '--username',
      account.username,
      '--password-stdin',
      '--data-dir',
      folder,
      ...options,
    ],
    env: { CAMERA_CIDRS: '127.0.0.0/8' },
    input: `${account.password}\n`,
  })
}

it('writes what a camera says without its secrets, and another one says and sends the same', async () => {
  const { credentials } = camera.options
  const file = join(folder, 'camera.capture')
  const captured = await probe(camera.rtspUrl(), credentials, '--capture', file)
  expect(captured).toMatchObject({ code: 0 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const text = await readFile(file, 'utf8')
  for (const secret of [
    credentials.password,
    encodeURIComponent(credentials.password),
    '127.0.0.1',
    'response=',
  ])
    expect(text).not.toContain(secret)
  const capture = readCapture(text)
  const methods = capture.entries.flatMap((entry) =>
    entry.kind === 'request' ? [entry.text.split(' ')[0]] : [],
  )
  expect(methods).toEqual(expect.arrayContaining(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY', 'TEARDOWN']))
  expect(capture.entries.filter(({ kind }) => kind === 'packet').length).toBeGreaterThan(100)

  await using replay = await ReplayCamera.start(capture, { speed: 2 })
  // It answers as before, so any account will do: the refusal at first and the welcome after it are in the capture.
  const replayed = await probe(`${replay.rtspUrl}main`, { username: 'any', password: 'thing' })
  expect(replayed).toMatchObject({ code: 0 })
  expect(replayed.output).toMatch(/main\s+h264\s+640x360/)

  const again = await probe(camera.rtspUrl(), credentials, '--capture', file)
  expect(again.code).toBe(2)
  expect(again.output).toContain('is there already')
})

it('captures a refusal as well', async () => {
  const file = join(folder, 'refused.capture')
  const refused = await probe(
    camera.rtspUrl(),
    { username: 'admin', password: 'not this one' },
    '--capture',
    file,
  )
  expect(refused.code).toBe(4)
  const { entries } = readCapture(await readFile(file, 'utf8'))
  expect(entries.at(-1)).toMatchObject({
    kind: 'end',
    why: expect.stringContaining('refused user name and password'),
  })
  expect(entries.some((entry) => entry.kind === 'answer' && entry.head.startsWith('RTSP/1.0 401'))).toBe(true)
})
