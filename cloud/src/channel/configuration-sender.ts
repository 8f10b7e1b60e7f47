import { randomUUID } from 'node:crypto'
import { writeToGateway } from '@sightline/protocol'
import type { Configuration } from '../cameras/camera-configuration.service.js'
import type { Log } from '../platform/log.js'

export interface ConfigurationSenderDeps {
  log: Log
  /** What changed after a revision; null if the gateway is gone. */
  load(held: number): Promise<Configuration | null>
  send(text: string): void
  /** Resolves when the peer has taken most of what was sent. */
  drained(): Promise<void>
}

/**
 * Brings one session to the newest revision, one camera a frame, then `config.complete`. Wishes that come while it
 * sends are one wish; it ends with the revision that holds when nobody wishes any more.
 */
export class ConfigurationSender {
  readonly #deps: ConfigurationSenderDeps
  #held: number
  #wished = false
  #busy = false
  #ended = false

  /** @param held the revision that the gateway holds; 0 for none */
  constructor(deps: ConfigurationSenderDeps, held: number) {
    this.#deps = deps
    this.#held = held
  }

  /** The revision that the gateway was told last. */
  get held(): number {
    return this.#held
  }

  request(): void {
    this.#wished = true
    if (!this.#busy) void this.#run()
  }

  end(): void {
    this.#ended = true
  }

  async #run(): Promise<void> {
    this.#busy = true
    try {
      while (this.#wished && !this.#ended) {
        this.#wished = false
        await this.#sendNewest()
      }
    } catch (error) {
      // The next heartbeat sees that the revisions differ, and wishes again.
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
