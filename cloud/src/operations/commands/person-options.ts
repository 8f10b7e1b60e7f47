import type { Command } from 'commander'
import { z } from 'zod'
import { ConfigError } from '../../platform/config.js'

const Person = z.object({
  org: z.uuid('the id of an organisation, as cloud org create prints it'),
  email: z.string().trim().min(3, 'an e-mail address').max(254),
})

/** The options by which a command of the operator names a person. */
export function personOptions(command: Command): Command {
  return command
    .requiredOption('--org <id>', 'id of the organisation')
    .requiredOption('--email <address>', "the person's e-mail address")
}

/** Whom they name. @throws ConfigError for what names nobody */
export function parsePerson(options: Record<string, unknown>): z.infer<typeof Person> {
  const person = Person.safeParse(options)
  if (person.success) return person.data
  throw new ConfigError(
    person.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '),
  )
}
