import type { Delivery } from '../../../api/webhooks.js'

/** How a webhook fares, by its newest deliveries. */
export interface DeliveryFigures {
  /** Deliveries that ended. */
  readonly ended: number
  /** Those of them that arrived, 0 to 1; null where none ended. */
  readonly received: number | null
  /** Answers that came. */
  readonly answers: number
  /** Half of the answers came within so many ms; null where none came. */
  readonly medianMs: number | null
}

export function figuresOf(deliveries: readonly Pick<Delivery, 'status' | 'attempts'>[]): DeliveryFigures {
  const ended = deliveries.filter(({ status }) => status !== 'pending')
  const arrived = ended.filter(({ status }) => status === 'delivered')
  const times = deliveries
    .flatMap(({ attempts }) => attempts.slice(-1))
    .filter(({ status_code: status }) => status !== null)
    .map(({ duration_ms: ms }) => ms)
    .toSorted((one, other) => one - other)
  return {
    ended: ended.length,
    received: ended.length === 0 ? null : arrived.length / ended.length,
    answers: times.length,
    medianMs: times[Math.floor((times.length - 1) / 2)] ?? null,
  }
}

/** Whether the newest attempt of all failed because the name of the address did not resolve. */
export function isUnresolved(deliveries: readonly Pick<Delivery, 'attempts'>[]): boolean {
  const newest = deliveries
    .flatMap(({ attempts }) => attempts)
    .reduce<Delivery['attempts'][number] | null>(
      (last, one) => (last && Date.parse(last.started_at) >= Date.parse(one.started_at) ? last : one),
      null,
    )
  return newest !== null && stageOf(newest.error) === 'dns'
}

const stages = ['address', 'dns', 'connect', 'tls', 'answer'] as const

/** Where an attempt failed; null where the service says it otherwise. */
export function stageOf(error: string | null): (typeof stages)[number] | null {
  const [stage = ''] = error?.split(':') ?? []
  return stages.find((one) => one === stage) ?? null
}
