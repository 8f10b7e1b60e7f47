import { z } from 'zod'
import type { ModelServer } from '#testing/model-server.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import type { TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { tinyJpeg } from '#testing/tiny-jpeg.js'
import type { Config } from '../../platform/config.js'
import { createLog } from '../../platform/log.js'
import type { Platform } from '../../platform/platform.js'
import { type Clock, systemClock } from '../../platform/time/clock.js'
import { createModels, type ModelsDeps } from './create-models.js'
import type { ChosenModel, ModelOutcome, ModelQuestion, Models } from './model.service.js'

export const Answer = z.object({ summary: z.string().max(100), count: z.number().int().min(0) })
export type Answer = z.infer<typeof Answer>
export const good: Answer = { summary: 'A person at the door', count: 1 }

export const price = { input: 2, output: 8 }
/** What the operator offers: one model with a price, and one without. */
const allowed = new Map([
  ['seer-1', price],
  ['seer-2', null],
])
export const operatorKey = 'canary-operator-key-5d1'

/** Models on a server of tests, asked for an organisation, with pauses that are noted and not waited for. */
export interface Desk extends AsyncDisposable {
  readonly models: Models
  readonly platform: Platform
  readonly org: SeededOrg
  /** Milliseconds of each pause between tries. */
  readonly pauses: number[]
  /** What was logged, as text. */
  readonly lines: string[]
  readonly chosen: ChosenModel
  ask(question?: Partial<ModelQuestion<Answer>>, options?: AskOptions): Promise<ModelOutcome<Answer>>
  /** The ledger, oldest first. */
  ledger(): Promise<LedgerRow[]>
}

interface AskOptions {
  readonly signal?: AbortSignal
  readonly orgId?: string
  readonly chosen?: ChosenModel
}

export interface LedgerRow {
  purpose: string
  event_id: string | null
  provider: string
  model: string
  account: string
  input_tokens: number | null
  output_tokens: number | null
  cost: number | null
  outcome: string
}

export async function openDesk(
  test: TestDatabase,
  server: ModelServer,
  {
    provider = 'openai',
    limits = {},
    ai = {},
    ceiling = { tokens: 1e9, usd: null },
    deps = {},
  }: {
    provider?: 'openai' | 'anthropic'
    limits?: Partial<Config['aiLimits']>
    ai?: Partial<NonNullable<Config['ai']>>
    ceiling?: Config['aiCeiling']
    deps?: Partial<ModelsDeps>
  } = {},
): Promise<Desk> {
  const pauses: number[] = []
  const lines: string[] = []
  const clock: Clock = {
    ...systemClock,
    delay: async (ms, options) => {
      options?.signal?.throwIfAborted()
      pauses.push(ms)
    },
  }
  const baseUrl = provider === 'openai' ? server.openaiUrl : server.anthropicUrl
  const platform = {
    ...createTestPlatform(test, {
      clock,
      config: {
        ai: { provider, model: 'seer-1', baseUrl, apiKey: operatorKey, allowed, ...ai },
        aiCeiling: ceiling,
        aiLimits: { firstByteMs: 20_000, retries: 3, perOrg: 4, perEndpoint: 32, ...limits },
        allowedPrivateCidrs: ['127.0.0.0/8'],
      },
    }),
    log: createLog('trace', { write: (line) => void lines.push(line) }),
  }
  const models = createModels({ ...platform, random: () => 1, ...deps })
  const org = await seedOrg(test)
  const chosen: ChosenModel = { kind: 'chosen', provider, model: 'seer-1', account: 'operator' }
  return {
    models,
    platform,
    org,
    pauses,
    lines,
    chosen,
    ask: (
      question,
      { signal = new AbortController().signal, orgId = org.orgId, chosen: other = chosen } = {},
    ) => models.ask(orgId, other, { ...usualQuestion, ...question }, signal),
    ledger: () =>
      test.query<LedgerRow>(
        `select purpose, event_id, provider, model, account, input_tokens, output_tokens,
           cost_usd::float8 as cost, outcome
         from model_calls where org_id = $1 order by id`,
        [org.orgId],
      ),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  }
}

export const usualQuestion: ModelQuestion<Answer> = {
  purpose: 'analysis',
  eventId: null,
  instructions: 'Say what is to be seen.',
  content: [
    'The pictures of an event.',
    { jpeg: tinyJpeg(640, 360), width: 640, height: 360, label: 'Picture 1, 0.0 s' },
    { jpeg: tinyJpeg(320, 180), width: 320, height: 180, label: 'Picture 2, 3.5 s' },
  ],
  answer: Answer,
  maxOutputTokens: 500,
}
