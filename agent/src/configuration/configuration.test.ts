import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { cameraSet } from './camera-set.fixture.js'
import { Configuration } from './configuration.js'

let dataDir: string
let key: Buffer
let opened: Configuration[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-configuration-'))
  key = randomBytes(32)
  opened = []
})
afterEach(async () => {
  // What was applied last may still be on its way to the disk.
  await Promise.all(opened.map((configuration) => configuration.settled()))
  await rm(dataDir, { recursive: true, force: true })
})

const file = () => join(dataDir, 'configuration.sealed')

async function open(withKey = key): Promise<Configuration> {
  const configuration = await Configuration.open({
    dataDir,
    key: withKey,
    random: systemRandom,
    log: silentLogger,
  })
  opened.push(configuration)
  return configuration
}

const head = { v: 1 as const, id: randomUUID() }
const set = (body: ReturnType<typeof cameraSet>) => ({ ...head, type: 'camera.set' as const, body })
const drop = (camera_id: string) => ({
  ...head,
  type: 'camera.drop' as const,
  body: { revision: 9, camera_id },
})
const complete = (revision: number, ...camera_ids: string[]) => ({
  ...head,
  type: 'config.complete' as const,
  body: { revision, camera_ids },
})

const front = cameraSet({ name: 'Front door of the canary house' })
const back = cameraSet({ name: 'Back' })

describe('configuration', () => {
  it('is held over a restart, with its revision', async () => {
    const before = await open()
    for (const frame of [set(front), set(back), complete(7, front.camera_id, back.camera_id)]) {
      before.apply(frame)
    }
    await before.settled()
    const after = await open()
    expect(after.revision).toBe(7)
    expect(after.cameras).toEqual([front, back])
  })

  it('cannot be read from the disk, and is for its owner only', async () => {
    const configuration = await open()
    configuration.apply(set(front))
    await configuration.settled()
    expect(await readdir(dataDir)).toEqual(['configuration.sealed'])
    const path = join(dataDir, 'configuration.sealed')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readFile(path)).toString('latin1')).not.toMatch(/canary|rtsp|camera/)
  })

  it('does not hold a revision before all of it has come', async () => {
    const configuration = await open()
    configuration.apply(set(front))
    await configuration.settled()
    const again = await open()
    expect(again.revision).toBe(0)
    expect(again.camera(front.camera_id)).toEqual(front)
  })

  it('ends in the newest state on disk, however fast it changes', async () => {
    const configuration = await open()
    for (let round = 1; round <= 50; round++) {
      configuration.apply(set({ ...front, name: `Name ${round}` }))
      configuration.apply(complete(round, front.camera_id))
    }
    await configuration.settled()
    const again = await open()
    expect([again.revision, again.camera(front.camera_id)?.name]).toEqual([50, 'Name 50'])
    expect(await readdir(dataDir)).toEqual(['configuration.sealed'])
  })

  it('drops what the cloud drops, and what it does not list', async () => {
    const configuration = await open()
    const third = cameraSet({})
    for (const camera of [front, back, third]) configuration.apply(set(camera))
    configuration.apply(drop(front.camera_id))
    expect(configuration.cameras).toEqual([back, third])
    configuration.apply(complete(3, third.camera_id))
    expect(configuration.cameras).toEqual([third])
  })

  it('replaces a camera whole, and tells who listens', async () => {
    const configuration = await open()
    let changes = 0
    const stop = configuration.onChange(() => {
      changes += 1
    })
    configuration.apply(set(front))
    configuration.apply(set({ ...front, name: 'Renamed' }))
    stop()
    configuration.apply(set(back))
    expect(changes).toBe(2)
    expect(configuration.camera(front.camera_id)?.name).toBe('Renamed')
  })

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, 20)],
    [
      'changed in one bit',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))),
    ],
    ['empty', () => Buffer.alloc(0)],
  ])('counts as none when it is %s, so that the cloud sends all again', async (_name, damage) => {
    const configuration = await open()
    configuration.apply(set(front))
    configuration.apply(complete(2, front.camera_id))
    await configuration.settled()
    const path = join(dataDir, 'configuration.sealed')
    await writeFile(path, damage(await readFile(path)))
    const again = await open()
    expect([again.revision, again.cameras]).toEqual([0, []])
  })

  it.each([
    ['says nothing', () => writeFile(file(), 'spoilt')],
    ['is a folder', () => mkdir(file())],
  ])('counts as none when it %s, and is kept beside what takes its place', async (_how, spoil) => {
    await spoil()
    const { mode } = await stat(file())
    const configuration = await open()
    expect(configuration.revision).toBe(0)
    configuration.apply(set(front))
    await configuration.settled()
    expect((await open()).cameras).toEqual([front])
    expect((await stat(`${file()}.unreadable`)).mode).toBe(mode)
  })

  it('is waited for when the disk does not give it: nothing takes its place', async () => {
    await symlink(file(), file())
    await expect(open()).rejects.toMatchObject({ kind: 'storage' })
    expect(await readdir(dataDir)).toEqual(['configuration.sealed'])
  })

  it('counts as none under the key of another pairing', async () => {
    const configuration = await open()
    configuration.apply(set(front))
    await configuration.settled()
    expect((await open(randomBytes(32))).cameras).toEqual([])
  })
})
