import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { testHooks } from '#testing/test-hooks.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { createManualEvents } from '../../../events/intake/manual-event.service.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { ProbeSlots } from '../../cameras/probing/probe-slots.service.js'
import type { GatewayPeer } from '../session/peer-session.js'
import { SessionRegistry } from '../session/session-registry.js'
import { PeerConnection } from './connection.js'
import { gatewayHandshake } from './gateway-handshake.js'

let test: TestDatabase
const registry = new SessionRegistry<GatewayPeer>()

beforeAll(async () => {
  test = await createTestDatabase()
})

afterAll(() => test.close())

/** A client whose other end is a connection that stands in `greeting`, under a clock of its own. */
async function greeting(): Promise<{ client: WebSocket; clock: FakeClock; ended: Promise<void> }> {
  const clock = createFakeClock()
  const platform = createTestPlatform(test, { clock })
  const never = async () => 'stored' as const
  const noUpload = async () => ({ ok: false, error: { code: 'unavailable', message: '' } }) as const
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [socket] = await connected
  const handshake = gatewayHandshake(
    {
      platform,
      intake: {
        take: never,
        quarantine: async () => false,
      },
      uploads: { beginUpload: noUpload, completeUpload: noUpload },
      manualEvents: createManualEvents(testHooks.events),
      probeSlots: new ProbeSlots(platform),
    },
    registry,
    { orgId: randomUUID(), gatewayId: randomUUID(), keyId: randomUUID() },
  )
  const connection = new PeerConnection(platform, handshake, socket)
  void connection.ended.then(() => server.close())
  return { client, clock, ended: connection.ended }
}

it('greeting -> closed (4408): no hello in ten seconds', async () => {
  const { client, clock, ended } = await greeting()
  await clock.advance(9_900)
  expect(client.readyState).not.toBe(client.CLOSED)
  await clock.advance(200)
  await ended
  expect(clock.waiting).toBe(0)
  client.terminate()
})

it('greeting -> closed: the gateway goes, and no timer is left', async () => {
  const { client, clock, ended } = await greeting()
  if (client.readyState !== client.OPEN) await once(client, 'open')
  client.close()
  await ended
  expect(clock.waiting).toBe(0)
})

it('beginning -> closed (4401): the gateway is not known any more', async () => {
  const { client, clock, ended } = await greeting()
  if (client.readyState !== client.OPEN) await once(client, 'open')
  client.send(
    JSON.stringify({
      v: 1,
      id: randomUUID(),
      type: 'hello',
      body: {
        versions: [1],
        capabilities: [],
        agent_version: '1',
        boot_id: randomUUID(),
        config_revision: 0,
        last_acked_seq: 0,
        clock: { now: '2026-01-15T12:00:00.000Z', synced: null },
        local_ip: null,
      },
    }),
  )
  const [code] = (await once(client, 'close')) as [number]
  // The row of its session cannot even be made for a gateway that was never there.
  expect([1012, 4401]).toContain(code)
  await ended
  expect(clock.waiting).toBe(0)
  expect(registry.size).toBe(0)
})
