import { generateKeyPairSync } from 'node:crypto'
import { PairingCode, PairResponse } from '@sightline/protocol'
import { z } from 'zod'
import { BenchProgram } from '../programs/bench-program.js'
import { type BenchService, must } from '../service/bench-service.js'

export const GatewayAddress = z.object({ id: z.string(), key: z.string(), cameraIds: z.array(z.string()) })
/** A paired gateway and the cameras behind it. */
export type GatewayAddress = z.infer<typeof GatewayAddress>

const Committed = z.object({ eventId: z.string(), atMs: z.number() })
/** An event, and when its gateway had the confirmation that follows COMMIT, by the monotonic clock. */
export type Committed = z.infer<typeof Committed>

/** One sends 50 frames a second at most. */
const gatewayCount = 4

/** Gateways of the first organisation that report events, in a process of their own. */
export class Gateways implements AsyncDisposable {
  readonly #program: BenchProgram

  private constructor(program: BenchProgram) {
    this.#program = program
  }

  /** Pairs and connects them. @param cameras in all; each gives one alert a minute at most */
  static async connect(service: BenchService, cameras: number): Promise<Gateways> {
    const gateways: GatewayAddress[] = []
    for (let index = 0; index < gatewayCount; index += 1)
      gateways.push(await pair(service, index, Math.ceil(cameras / gatewayCount)))
    const program = new BenchProgram('../webhooks/gateways')
    await program.ask({ kind: 'connect', origin: service.origin, gateways }, z.null())
    return new Gateways(program)
  }

  /** Reports so many events at an even pace, each of another camera while there are any. */
  report(perSec: number, count: number): Promise<Committed[]> {
    return this.#program.ask({ kind: 'events', perSec, count }, z.array(Committed))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]()
  }
}

async function pair(service: BenchService, index: number, cameras: number): Promise<GatewayAddress> {
  const { api, siteId, orgId } = service.org
  const wish = { name: `Gateway ${index}`, site_id: siteId }
  const { pairing_code: code } = await must(
    api.post('/api/v1/gateways/generate-pairing-code', wish),
    PairingCode,
  )
  const { publicKey } = generateKeyPairSync('x25519')
  const paired = await must(
    api.post('/api/v1/gateways/pair', {
      pairing_code: code,
      public_key: publicKey.export({ format: 'jwk' }),
    }),
    PairResponse,
  )
  const rows = await service.query<{ id: string }>(insertCameras, [orgId, siteId, paired.gateway_id, cameras])
  return { id: paired.gateway_id, key: paired.api_key, cameraIds: rows.map(({ id }) => id) }
}

/** Nobody looks through them, so they need no address. */
const insertCameras = `
  insert into cameras (org_id, id, site_id, gateway_id, name, type, enabled)
  select $1, gen_random_uuid(), $2, $3, 'Camera ' || number, 'rtsp', true
  from generate_series(1, $4::integer) as number
  returning id`
