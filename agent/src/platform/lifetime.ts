import { kept } from './background.js'
import type { Logger } from './logger.js'

type Ending = () => Promise<void> | void

/** What was begun and has to be ended, the newest first: at the end of a life, or where its beginning failed. */
export class Lifetime {
  readonly #endings: { readonly name: string; readonly end: Ending }[] = []
  #ended: Promise<void> | null = null

  /** @param end is called once, after everything added later has ended. */
  add(name: string, end: Ending): void {
    this.#endings.push({ name, end })
  }

  /** Ends everything. One ending that fails does not spare the others. */
  end(log: Logger): Promise<void> {
    this.#ended ??= kept(
      (async () => {
        for (const { name, end } of this.#endings.toReversed()) {
          try {
            await end()
          } catch (err) {
            log.error({ err, part: name }, 'agent.part_not_ended')
          }
        }
      })(),
    )
    return this.#ended
  }
}
