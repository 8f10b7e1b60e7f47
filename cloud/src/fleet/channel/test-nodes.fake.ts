import type { PairingCode, PairResponse } from '@sightline/protocol'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type GatewayKeys, makeGatewayKeys } from '#testing/scripted-gateway.js'
import { createTestOrg, type TestOrg } from '#testing/test-app.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import type { SignedIn } from '#testing/test-user.js'
import { buildApp } from '../../app.js'
import type { Config } from '../../platform/config.js'
import { openDatabase } from '../../platform/database/database.js'
import { silentLog } from '../../platform/log.js'
import type { Platform } from '../../platform/platform.js'
import type { Clock } from '../../platform/time/clock.js'
import { createServices, type Services } from '../../services.js'
import { ProbeSlots } from '../cameras/probing/probe-slots.service.js'

/** One cloud process: it listens, and hears the others. */
export interface TestNode {
  readonly platform: Platform
  readonly services: Services
  readonly app: FastifyInstance
  /** http://127.0.0.1:port */
  readonly origin: string
  call(who: Pick<SignedIn, 'token'> | null, request: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export interface TestNodes extends AsyncDisposable {
  readonly test: TestDatabase
  readonly nodes: [TestNode, TestNode]
  createOrg(): Promise<TestOrg>
}

const masterKey = 'ab'.repeat(32)

/** Two nodes on one database of their own, which is closed with them. */
export async function startTestNodes(
  config: Partial<Config> = {},
  database: Promise<TestDatabase> = createTestDatabase(),
  clocks: Clocks = {},
): Promise<TestNodes> {
  const test = await database
  const nodes: [TestNode, TestNode] = [
    await startNode(test, config, clocks),
    await startNode(test, config, clocks),
  ]
  return {
    test,
    nodes,
    createOrg: () => createTestOrg(nodes[0].platform),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(nodes.map((node) => node.close()))
      await test.close()
    },
  }
}

/** Clocks of parts that go by another one than the nodes. */
interface Clocks {
  /** By which people wait for their turn to have a camera probed. */
  readonly slots?: Clock
}

async function startNode(test: TestDatabase, config: Partial<Config>, clocks: Clocks): Promise<TestNode> {
  // Each process has clients of its own, and hears what they told before NOTIFY brings it to the others.
  const database = openDatabase(test.address, { log: silentLog, checkTransactions: true })
  const platform = { ...createTestPlatform(test, { config, masterKey }), database }
  const own = createServices(platform)
  const services = clocks.slots
    ? { ...own, probeSlots: new ProbeSlots({ ...platform, clock: clocks.slots }) }
    : own
  const app = await buildApp(platform, services)
  const stop = new AbortController()
  const listening = platform.listener.run(stop.signal)
  await app.listen({ host: '127.0.0.1', port: 0 })
  await waitUntil(() => platform.listener.connected)
  let closed: Promise<void> | undefined
  return {
    platform,
    services,
    app,
    origin: addressOf(app),
    call: (who, request) =>
      app.inject({
        ...request,
        headers: { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...request.headers },
      }),
    close: () => {
      closed ??= (async () => {
        await app.close()
        await services[Symbol.asyncDispose]()
        stop.abort()
        await listening
        await database.close()
      })()
      return closed
    },
  }
}

function addressOf({ server }: FastifyInstance): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the node does not listen')
  return `http://127.0.0.1:${address.port}`
}

/** Resolves when `holds`, looked at every 20 ms. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  what = 'the state',
  withinMs = 20_000,
): Promise<void> {
  const until = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`${what} was not reached in ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export interface PairedGateway {
  gatewayId: string
  apiKey: string
  keys: GatewayKeys
}

/** Makes a code and redeems it, through the API. */
export async function pairTestGateway(
  node: TestNode,
  operator: SignedIn,
  siteId: string,
): Promise<PairedGateway> {
  const made = await node.call(operator, {
    method: 'POST',
    url: '/api/v1/gateways/generate-pairing-code',
    payload: { name: 'Cupboard', site_id: siteId },
  })
  if (made.statusCode !== 201) throw new Error(made.body)
  const keys = await makeGatewayKeys()
  const paired = await node.call(null, {
    method: 'POST',
    url: '/api/v1/gateways/pair',
    payload: {
      pairing_code: made.json<PairingCode>().pairing_code,
      version: '1.0.0',
      public_key: keys.publicKey,
    },
  })
  if (paired.statusCode !== 200) throw new Error(paired.body)
  const { gateway_id, api_key } = paired.json<PairResponse>()
  return { gatewayId: gateway_id, apiKey: api_key, keys }
}
