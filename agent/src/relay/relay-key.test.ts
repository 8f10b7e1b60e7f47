import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../platform/random.js'
import { secrets } from '../platform/secrets.js'
import { readOrMakeRelayId } from './relay-identity.js'
import { readRelayKey } from './relay-key.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-relay-key-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const key = `rl_${'Ab-_9'.repeat(9)}`

describe('the key of a relay', () => {
  it('comes from the file, else from the environment, and is masked from then on', async () => {
    await writeFile(join(folder, 'key'), `${key}\n`)
    expect(await readRelayKey(join(folder, 'key'), null)).toBe(key)
    expect(await readRelayKey(undefined, ` ${key} `)).toBe(key)
    expect(secrets.redact(`the key ${key}`)).not.toContain(key)
  })

  it.each(['', 'gw_0123456789012345678901234567890123456789', 'rl_short', `${key} ${key}`])(
    'is not "%s"',
    async (text) => {
      await writeFile(join(folder, 'key'), text)
      await expect(readRelayKey(join(folder, 'key'), key)).rejects.toMatchObject({ kind: 'usage' })
    },
  )

  it('is asked for where there is none', async () => {
    await expect(readRelayKey(join(folder, 'nothing'), null)).rejects.toMatchObject({
      kind: 'usage',
      hint: expect.stringContaining('cloud relay key'),
    })
    await expect(readRelayKey(undefined, null)).rejects.toMatchObject({ kind: 'usage' })
    await expect(readRelayKey(folder, null)).rejects.toThrow('EISDIR')
  })
})

describe('the id of a relay', () => {
  it('stays with its data folder, and a damaged one is no reason for another', async () => {
    const made = await readOrMakeRelayId(folder, systemRandom)
    expect(await readOrMakeRelayId(folder, systemRandom)).toBe(made)
    await writeFile(join(folder, 'relay.json'), '{"version":1}')
    await expect(readOrMakeRelayId(folder, systemRandom)).rejects.toMatchObject({ kind: 'storage' })
  })
})
