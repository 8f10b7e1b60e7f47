import type { CameraConnection, CameraSet } from '@sightline/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PrivateSealingKey } from '../cloud-link/identity.js'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { isSameConnection } from './same-connection.js'

let key: PrivateSealingKey
beforeAll(async () => {
  key = await generateSealingKey()
})

const seal = (username: string, password: string) => sealCredentials(username, password, key)

const by = (credentials: string | null): CameraConnection => ({
  type: 'rtsp',
  rtsp_url: 'rtsp://10.0.0.7/main',
  rtsp_sub_url: null,
  credentials,
})
const withAccount = (credentials: string | null) => cameraSet({ connection: by(credentials) })

describe('the connection of a camera', () => {
  it('is the same when its account was sealed again', async () => {
    const [first, second] = [await seal('admin', 'one'), await seal('admin', 'one')]
    expect(first).not.toBe(second)
    expect(await isSameConnection(withAccount(first), withAccount(second), key)).toBe(true)
  })

  it('is the same under another name and other times', async () => {
    const camera = withAccount(await seal('admin', 'one'))
    const other = { ...camera, name: 'Other', recording_duration_sec: 60, revision: 9 }
    expect(await isSameConnection(camera, other, key)).toBe(true)
  })

  it('is another one with another password, another user, or none', async () => {
    const camera = withAccount(await seal('admin', 'one'))
    for (const account of [await seal('admin', 'two'), await seal('root', 'one'), null]) {
      expect(await isSameConnection(camera, withAccount(account), key)).toBe(false)
      expect(await isSameConnection(withAccount(account), camera, key)).toBe(false)
    }
  })

  it('is another one where an account cannot be opened', async () => {
    const camera = withAccount(await seal('admin', 'one'))
    const foreign = withAccount(await sealCredentials('admin', 'one', await generateSealingKey()))
    expect(await isSameConnection(camera, foreign, key)).toBe(false)
    expect(await isSameConnection(camera, withAccount('not sealed at all'), key)).toBe(false)
  })

  it('is another one with another address, stream, transport or switch', async () => {
    const camera = withAccount(await seal('admin', 'one'))
    const { connection } = camera
    const elsewhere = { type: 'rtsp' as const, rtsp_url: 'rtsp://10.0.0.8/main', rtsp_sub_url: null }
    const others: CameraSet[] = [
      { ...camera, connection: { ...elsewhere, credentials: connection.credentials } },
      { ...camera, recording_stream: 'sub' },
      { ...camera, stream_transport: 'udp' },
      { ...camera, enabled: false },
    ]
    for (const other of others) expect(await isSameConnection(camera, other, key)).toBe(false)
  })
})
