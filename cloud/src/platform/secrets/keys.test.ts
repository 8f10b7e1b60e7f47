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

test('makes the master key once, though many start at the same moment, readable by its owner only', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sl-keys-'))
  try {
    const atOnce = await Promise.all(Array.from({ length: 50 }, () => readOrMakeMasterKey(dataDir)))
    const [one = ''] = atOnce
    expect(new Set(atOnce)).toEqual(new Set([one]))
    expect(await readOrMakeMasterKey(dataDir)).toBe(one)
    openKeyRing(one)
    expect((await stat(path.join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['master.key'])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
