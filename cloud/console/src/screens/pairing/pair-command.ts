import { withDash } from './kept-code.js'

const loopback = /^(localhost$|127\.|\[::1\])/

/** Whether the page came from the very machine on which it is read. */
export const isHere = ({ hostname }: Pick<Location, 'hostname'>): boolean => loopback.test(hostname)

/** What has the program of the gateway run for good. */
export const startCommand = 'sudo agent service install'

/** What has it run for as long as the terminal is open, as the account that paired it. */
export const tryCommand = 'sudo agent run'

/**
 * What is typed at the site. Plain http is refused by an agent on another machine unless it is told to take it.
 * @param address of this service, as the page was loaded from it
 */
export function pairCommand(
  code: string,
  { origin, protocol, hostname }: Pick<Location, 'origin' | 'protocol' | 'hostname'>,
): string {
  const plain = protocol === 'http:' && !isHere({ hostname }) ? ' --allow-http' : ''
  return `sudo agent pair ${withDash(code)} --cloud ${origin}${plain}`
}
