import { buffer } from 'node:stream/consumers'
import { passwordToHash } from '@sightline/protocol'
import { Command, Option } from 'commander'
import { z } from 'zod'
import { createPasswords } from '../../identity/auth/passwords/password.service.js'
import { createOrganisation } from '../../identity/organisation/create-organisation.service.js'
import { ConfigError } from '../../platform/config.js'
import { withDatabase } from './with-database.js'

const Input = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(100),
  ownerEmail: z.email('must be an e-mail address').max(254),
  ownerPassword: z
    .string('give it, or --owner-password-stdin')
    .min(1, 'must not be empty')
    .pipe(passwordToHash({ least: 1, most: 256 })),
})

const optionOf: Readonly<Record<string, string>> = {
  name: '--name',
  ownerEmail: '--owner-email',
  ownerPassword: '--owner-password',
}

/** `cloud org create`: prints one JSON line `{org_id, owner_id, site_id}`. */
export function createOrganisationCommand(): Command {
  return new Command('create')
    .description('make an organisation with its owner and a first site; prints one JSON line')
    .requiredOption('--name <name>', 'name of the organisation')
    .requiredOption('--owner-email <address>', "the owner's e-mail address")
    .option(
      '--owner-password <password>',
      "the owner's password; others on this machine may see it in the list of processes",
    )
    .addOption(
      new Option(
        '--owner-password-stdin',
        'read the password from the first line of standard input',
      ).conflicts('ownerPassword'),
    )
    .action(async (options: Record<string, unknown>) => {
      const fromStdin = options['ownerPasswordStdin'] === true
      const ownerPassword = fromStdin ? firstLine(await typedText()) : options['ownerPassword']
      const input = Input.safeParse({ ...options, ownerPassword })
      if (!input.success) {
        throw new ConfigError(
          input.error.issues
            .map(({ path, message }) => `${optionOf[String(path[0])] ?? ''}: ${message}`)
            .join('; '),
        )
      }
      const { name, ownerEmail, ownerPassword: password } = input.data
      const created = await withDatabase(async (database) =>
        createOrganisation(
          database,
          { name, owner: { email: ownerEmail, passwordHash: await createPasswords().hash(password) } },
          { kind: 'operator', id: null, name: 'cloud org create' },
        ),
      )
      process.stdout.write(`${JSON.stringify(created)}\n`)
    })
}

/** Letters in another encoding would be a password that nobody can type. */
async function typedText(): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await buffer(process.stdin))
  } catch (error) {
    throw new ConfigError('--owner-password-stdin: what came is not UTF-8; set the terminal to it', {
      cause: error,
    })
  }
}

const firstLine = (input: string): string => input.split(/\r?\n/)[0] ?? ''
