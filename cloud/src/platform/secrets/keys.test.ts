import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.js'
import { openKeyRing, readOrMakeMasterKey } from './keys.js'

const hex = () => randomBytes(32).toString('hex')

test('gives each purpose a key of its own, the same in every process', () => {
  const master = hex()
  const keys = openKeyRing(master)
  expect(keys.current('jwt').bytes).toHaveLength(32)
  expect(keys.current('jwt').bytes).not.toEqual(keys.current('media').bytes)
  expect(openKeyRing(master).current('jwt')).toEqual(keys.current('jwt'))
  const sameKey = Buffer.from(master, 'hex').toString('base64')
  expect(openKeyRing(sameKey).current('jwt')).toEqual(keys.current('jwt'))
})

test('makes with the newest key and still knows the older one', () => {
  const [old, fresh] = [hex(), hex()]
  const oldKey = openKeyRing(old).current('jwt')
  const both = openKeyRing(`${fresh},${old}`)
  expect(both.current('jwt').id).toBe(openKeyRing(fresh).current('jwt').id)
  expect(both.find('jwt', oldKey.id)).toEqual(oldKey)
  expect(openKeyRing(fresh).find('jwt', oldKey.id)).toBeUndefined()
})

test.each(['', 'short', 'a'.repeat(63), randomBytes(16).toString('base64')])('refuses %j', (text) => {
  expect(() => openKeyRing(text)).toThrow(ConfigError)
})

const noLinks = async () => {
  throw Object.assign(new Error('ENOTSUP: operation not supported, link'), { code: 'ENOTSUP' })
}

test.each([
  ['and the folder takes hard links', undefined],
  ['and the folder takes no hard links', noLinks],
])(
  'makes the master key once, though it is asked for fifty times, readable by its owner only, %s',
  async (_, name) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sl-keys-'))
    try {
      const asked = await Promise.all(Array.from({ length: 50 }, () => readOrMakeMasterKey(dataDir, name)))
      const one = await readOrMakeMasterKey(dataDir)
      if (name === undefined) expect(new Set(asked)).toEqual(new Set([one]))
      openKeyRing(one)
      expect((await stat(path.join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600)
      expect(await readdir(dataDir)).toEqual(['master.key'])
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)

test('makes no master key where it cannot be written, and says why', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sl-keys-'))
  try {
    const broken = async () => {
      throw Object.assign(new Error('EIO: i/o error, link'), { code: 'EIO' })
    }
    await expect(readOrMakeMasterKey(dataDir, broken)).rejects.toThrow('EIO')
    expect(await readdir(dataDir)).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
