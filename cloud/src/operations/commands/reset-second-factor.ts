import { Command } from 'commander'
import { resetSecondFactorByOperator } from '../../identity/users/user-second-factors.service.js'
import { parsePerson, personOptions } from './person-options.js'
import { withDatabase } from './with-database.js'

/** `cloud user reset-second-factor`: prints one JSON line `{user_id, email, second_factors}`. */
export function resetSecondFactorCommand(): Command {
  return personOptions(
    new Command('reset-second-factor').description(
      'forget the second factors and recovery codes of a person who has lost them, and end their sessions; prints one JSON line',
    ),
  ).action(async (options: Record<string, unknown>) => {
    const { org: orgId, email } = parsePerson(options)
    const reset = await withDatabase((database) =>
      resetSecondFactorByOperator(
        { database },
        { kind: 'operator', id: null, name: 'cloud user reset-second-factor' },
        { orgId, email },
      ),
    )
    process.stdout.write(`${JSON.stringify(reset)}\n`)
  })
}
