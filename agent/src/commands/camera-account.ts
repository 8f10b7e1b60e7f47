import { AgentError } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { firstLineOfInput, type Terminal } from './terminal.js'

/** How the account at a camera is given. */
export interface AccountOptions {
  readonly username?: string
  readonly passwordStdin?: boolean
}

/** Those options, as a command takes them. */
export const usernameOption = [
  '--username <name>',
  'account at the camera; its password is asked for',
] as const
export const passwordStdinOption = ['--password-stdin', 'read the password from standard input'] as const

/**
 * The account at a camera, from the options, from the address, or from the person; null for none. Its password is
 * masked in whatever this process writes from here on.
 * @param typed what stood in the address
 * @param asks whether a person is asked for what is not given
 * @throws AgentError `usage` where a password has to be asked for and nobody is there
 */
export async function readAccount(
  options: AccountOptions,
  typed: StreamCredentials | null,
  terminal: Terminal,
  asks: boolean,
): Promise<StreamCredentials | null> {
  const account = await given(options, typed, terminal, asks)
  if (account) secrets.add(account.password)
  return account && withinLimits(account)
}

async function given(
  options: AccountOptions,
  typed: StreamCredentials | null,
  terminal: Terminal,
  asks: boolean,
): Promise<StreamCredentials | null> {
  const username = options.username ?? typed?.username
  if (options.passwordStdin) {
    if (username === undefined) throw new AgentError('usage', '--password-stdin needs --username')
    return { username, password: await firstLineOfInput() }
  }
  if (options.username !== undefined) return withPassword(options.username, terminal)
  if (typed || !asks || !terminal.isThere) return typed
  const answer = (await terminal.ask('User name at the camera (empty for none): ')).trim()
  return answer === '' ? null : withPassword(answer, terminal)
}

/** What the cloud takes, characters. */
const longest = { username: 256, password: 512 }

/** A whole file that was piped in by mistake, say. */
function withinLimits(account: StreamCredentials): StreamCredentials {
  if (account.username.length <= longest.username && account.password.length <= longest.password)
    return account
  throw new AgentError('usage', 'the user name or the password is longer than any camera takes')
}

/** Asks for the password of an account. */
export async function withPassword(username: string, terminal: Terminal): Promise<StreamCredentials> {
  if (!terminal.isThere)
    throw new AgentError('usage', 'there is no terminal to ask for the password', {
      hint: 'Use --password-stdin and pipe it in.',
    })
  const password = await terminal.askHidden(`Password of ${username}: `)
  secrets.add(password)
  return withinLimits({ username, password })
}
