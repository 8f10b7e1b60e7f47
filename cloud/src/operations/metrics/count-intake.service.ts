import type { EventIntake } from '../../events/intake/event-intake.service.js'
import type { Metrics } from '../../platform/metrics.js'

/** Counts what becomes of durable frames. One that throws was not taken, and comes again. */
export function countIntake(intake: EventIntake, { intake: frames }: Pick<Metrics, 'intake'>): EventIntake {
  return {
    take: async (context, frame) => {
      const outcome = await intake.take(context, frame)
      frames.inc({ type: frame.type, outcome: typeof outcome === 'string' ? outcome : 'refused' })
      return outcome
    },
    quarantine: async (context, frame, failure) => {
      const isKept = await intake.quarantine(context, frame, failure)
      if (isKept) frames.inc({ type: frame.type, outcome: 'quarantined' })
      return isKept
    },
  }
}
