import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AlertRule, WebhookWithSecret } from '@sightline/protocol'
import { until } from '../../harness/until.js'
import { type BenchOrg, BenchService, must } from '../service/bench-service.js'
import { Receiver } from './receiver.js'

/** A webhook of the scene. */
export interface SceneWebhook {
  readonly org: BenchOrg
  readonly id: string
}

/** The cloud, a rule that alerts of every event, and an integrator's receiver over TLS. */
export class WebhookScene implements AsyncDisposable {
  readonly service: BenchService
  readonly receiver: Receiver
  /** Of every webhook that was added. */
  readonly secrets: string[] = []

  private constructor(service: BenchService, receiver: Receiver) {
    this.service = service
    this.receiver = receiver
  }

  static async start(folder: string): Promise<WebhookScene> {
    const receiver = await Receiver.start()
    const certificate = path.join(folder, 'receiver.pem')
    await writeFile(certificate, receiver.certificate.cert)
    const service = await BenchService.start(folder, {
      ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: certificate,
      WEBHOOK_DISABLE_AFTER: '1000',
    })
    const rule = { name: 'Everything', rule_kind: 'camera_event', cooldown_sec: 60 }
    await must(service.org.api.post('/api/v1/alert-rules', rule), AlertRule)
    return new WebhookScene(service, receiver)
  }

  /** @param place of the receiver, such as `/timed` */
  async addWebhook(place: string, org = this.service.org): Promise<SceneWebhook> {
    const wish = { name: `At ${place}`, url: `${this.receiver.url}${place}`, event_types: ['alert'] }
    const { id, secret } = await must(org.api.post('/api/v1/webhooks', wish), WebhookWithSecret)
    if (secret === undefined) throw new Error('a webhook came without its secret')
    this.secrets.push(secret)
    return { org, id }
  }

  /** Resolves when nothing waits or is under way; then lets every camera alert again, whatever it did before. */
  async rest(): Promise<void> {
    await until('every delivery is settled', async () => {
      // An attempt that was claimed before may have come to the dead endpoint meanwhile.
      await this.receiver.letGo()
      const [row] = await this.service.query<{ open: string }>(
        `select count(*) as open from webhook_deliveries where status = 'pending'`,
      )
      return Number(row?.open) === 0
    })
    await this.service.query(`update alerts set triggered_at = triggered_at - interval '2 hours'`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]()
    await this.receiver[Symbol.asyncDispose]()
  }
}
