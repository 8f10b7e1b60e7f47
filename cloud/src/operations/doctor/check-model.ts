import type { Config } from '../../platform/config.js'
import type { Clock } from '../../platform/time/clock.js'
import { tryOperatorModel } from '../../understanding/models/try-model.service.js'
import { type Check, fail, ok, runCheck, skipped } from './check.js'

/** The model that the operator set answers. A question costs something, so it is asked only on request. */
export function checkModel(
  { ai, aiLimits: { firstByteMs } }: Pick<Config, 'ai' | 'aiLimits'>,
  { clock, askModel }: { clock: Clock; askModel: boolean },
): Promise<Check> {
  const name = 'model'
  const todo =
    'check AI_PROVIDER, AI_BASE_URL, AI_MODEL and AI_API_KEY, and that this machine may connect there'
  return runCheck(name, todo, async () => {
    if (ai === null)
      return skipped(
        name,
        'AI_PROVIDER is not set: only organisations with a provider of their own have events analysed',
      )
    const whom = `${ai.model} of ${ai.provider}`
    if (!askModel) return skipped(name, `${whom}; --ask-model asks it a question`)
    const tried = await tryOperatorModel(ai, { clock, firstByteMs })
    return tried.kind === 'answered'
      ? ok(name, `${whom} answers, in ${tried.latencyMs} ms`)
      : fail(name, `${whom}: ${tried.reason}`, todo)
  })
}
