import { Command } from 'commander'
import { z } from 'zod'
import { systemClock } from '../platform/clock.js'
import { type Config, ConfigError, configOfProcess } from '../platform/config.js'
import { makePasswordLink } from '../users/user.service.js'
import { withDatabase } from './with-database.js'

const Input = z.object({
  org: z.uuid('the id of an organisation, as cloud org create prints it'),
  email: z.string().trim().min(3, 'an e-mail address').max(254),
})

/** `cloud user invite-link`: prints one JSON line `{user_id, email, purpose, link, expires_at}`. */
export function userLinkCommand(): Command {
  return new Command('invite-link')
    .description(
      'make a link by which a person sets a password: an invitation, or a reset for one who has a password; ' +
        'prints one JSON line',
    )
    .requiredOption('--org <id>', 'id of the organisation')
    .requiredOption('--email <address>', "the person's e-mail address")
    .action(async (options: Record<string, unknown>) => {
      const input = Input.safeParse(options)
      if (!input.success) {
        throw new ConfigError(
          input.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '),
        )
      }
      const base = publicUrlOf(configOfProcess())
      const link = await withDatabase((database) =>
        makePasswordLink(
          { database, clock: systemClock, publicUrl: () => base },
          { kind: 'operator', id: null, name: 'cloud user invite-link' },
          { orgId: input.data.org, email: input.data.email },
        ),
      )
      process.stdout.write(`${JSON.stringify(link)}\n`)
    })
}

/** Where people reach the service, from the settings alone: this command need not run beside it. */
function publicUrlOf({ publicUrl, host, port }: Config): string {
  if (publicUrl !== null) return publicUrl
  if (port === 0)
    throw new ConfigError('PUBLIC_URL: the link needs the address at which people reach the service')
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
