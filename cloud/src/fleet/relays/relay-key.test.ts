import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openKeyRing } from '../../platform/secrets/keys.js'
import { isRelayKey, relayKey, writeRelayKeyFile } from './relay-key.service.js'

const master = () => randomBytes(32).toString('hex')

it('follows from the master key alone, and is none of its other keys', () => {
  const text = master()
  const key = relayKey(openKeyRing(text))
  expect(key).toMatch(/^rl_[A-Za-z0-9_-]{43}$/)
  expect(relayKey(openKeyRing(text))).toBe(key)
  expect(relayKey(openKeyRing(master()))).not.toBe(key)
  expect(key).not.toContain(openKeyRing(text).current('jwt').bytes.toString('base64url'))
})

it('is accepted, also that of an older master key; nothing else is', () => {
  const [older, newer] = [master(), master()]
  const ring = openKeyRing(`${newer},${older}`)
  expect(isRelayKey(ring, relayKey(openKeyRing(newer)))).toBe(true)
  expect(isRelayKey(ring, relayKey(openKeyRing(older)))).toBe(true)
  for (const other of ['', 'rl_', relayKey(openKeyRing(master())), relayKey(ring).slice(0, -1)]) {
    expect(isRelayKey(ring, other)).toBe(false)
  }
})

it('stands in a file that only its owner reads, and replaces an old one', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'slrelaykey-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await writeFile(path.join(dir, 'relay.key'), 'rl_old', { mode: 0o644 })
  const ring = openKeyRing(master())
  const file = await writeRelayKeyFile(dir, ring)
  expect(file).toBe(path.join(dir, 'relay.key'))
  expect((await readFile(file, 'utf8')).trim()).toBe(relayKey(ring))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
