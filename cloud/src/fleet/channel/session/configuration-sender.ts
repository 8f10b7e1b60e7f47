import { randomUUID } from 'node:crypto'
import { writeToGateway } from '@sightline/protocol'
import type { Log } from '../../../platform/log.js'
import type { Configuration } from '../../cameras/configuration/camera-configuration.service.js'

interface ConfigurationSenderDeps {
  log: Log
  /** What changed after a revision; null if the gateway is gone. */
  load(held: number): Promise<Configuration | null>
  send(text: string): void
  /** Resolves when the peer has taken most of what was sent. */
  drained(): Promise<void>
}

/**
 * Brings one session to the newest revision, one camera a frame, then `config.complete`. Requests that come while it
 * sends are one; it ends with the revision that holds when there are no more of them.
 */
export class ConfigurationSender {
  readonly #deps: ConfigurationSenderDeps
  #held: number
  #requested = false
  #busy = false
  #ended = false

  /** @param held the revision that the gateway holds; 0 for none */
  constructor(deps: ConfigurationSenderDeps, held: number) {
    this.#deps = deps
    this.#held = held
  }

  /** The revision that was sent last. */
  get held(): number {
    return this.#held
  }

  request(): void {
    this.#requested = true
    if (!this.#busy) void this.#run()
  }

  end(): void {
    this.#ended = true
  }

  async #run(): Promise<void> {
    this.#busy = true
    try {
      while (this.#requested && !this.#ended) {
        this.#requested = false
        await this.#sendNewest()
      }
    } catch (error) {
      // The next heartbeat sees that the revisions differ, and requests again.
      this.#deps.log.error({ err: error }, 'channel.configuration_not_sent')
    } finally {
      this.#busy = false
    }
  }

  async #sendNewest(): Promise<void> {
    const configuration = await this.#deps.load(this.#held)
    if (!configuration) return
    for (const change of configuration.changes) {
      if (this.#ended) return
      this.#deps.send(
        change.type === 'camera.set'
          ? writeToGateway('camera.set', change.body, { id: randomUUID() })
          : writeToGateway('camera.drop', change.body, { id: randomUUID() }),
      )
      await this.#deps.drained()
    }
    const { revision, cameraIds } = configuration
    this.#deps.send(
      writeToGateway('config.complete', { revision, camera_ids: cameraIds }, { id: randomUUID() }),
    )
    this.#held = revision
  }
}
