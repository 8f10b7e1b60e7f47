import type { EventIntake, IntakeOutcome } from '../events/event.service.js'
import type { Metrics } from '../platform/metrics.js'

/** Counts what becomes of durable frames. One that throws was not taken, and comes again. */
export function countIntake(intake: EventIntake, { intake: frames }: Pick<Metrics, 'intake'>): EventIntake {
  const counted = async (type: string, taken: Promise<IntakeOutcome>) => {
    const outcome = await taken
    frames.inc({ type, outcome: typeof outcome === 'string' ? outcome : 'refused' })
    return outcome
  }
  return {
    intakeOpened: (context, body) => counted('event.opened', intake.intakeOpened(context, body)),
    intakeExtended: (context, body) => counted('event.extended', intake.intakeExtended(context, body)),
    intakeClosed: (context, body) => counted('event.closed', intake.intakeClosed(context, body)),
  }
}
