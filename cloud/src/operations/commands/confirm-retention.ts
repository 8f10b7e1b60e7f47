import { Command } from 'commander'
import { trustClock } from '../../events/retention/retention.service.js'
import { withDatabase } from './with-database.js'

/** `cloud retention confirm`: prints one JSON line `{believed_at}`. */
export function confirmRetentionCommand(): Command {
  return new Command('confirm')
    .description(
      "say that PostgreSQL's clock is right after it leapt by more than a week, so that old events and clips are " +
        'removed by it again; prints one JSON line {believed_at}: look at it first with date on that machine',
    )
    .action(async () => {
      const believedAt = await withDatabase((database) => trustClock(database.worker))
      process.stdout.write(`${JSON.stringify({ believed_at: believedAt.toISOString() })}\n`)
    })
}
