import { Command } from 'commander'
import { makePasswordLink } from '../../identity/users/password-link.service.js'
import { type Config, ConfigError, configOfProcess } from '../../platform/config.js'
import { systemClock } from '../../platform/time/clock.js'
import { parsePerson, personOptions } from './person-options.js'
import { withDatabase } from './with-database.js'

/** `cloud user invite-link`: prints one JSON line `{user_id, email, purpose, link, expires_at}`. */
export function userLinkCommand(): Command {
  return personOptions(
    new Command('invite-link').description(
      'make a link by which a person sets a password: an invitation, or a reset for one who has a password; ' +
        'prints one JSON line',
    ),
  ).action(async (options: Record<string, unknown>) => {
    const { org: orgId, email } = parsePerson(options)
    const base = publicUrlOf(configOfProcess())
    const link = await withDatabase((database) =>
      makePasswordLink(
        { database, clock: systemClock, publicUrl: () => base },
        { kind: 'operator', id: null, name: 'cloud user invite-link' },
        { orgId, email },
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
