import { accessSync, constants } from 'node:fs'

/** Programs of others that tests run as they are, where the packages of Debian put them; a variable names another place. */
const places = {
  nginx: { setting: 'NGINX_PATH', usual: '/usr/sbin/nginx' },
  caddy: { setting: 'CADDY_PATH', usual: '/usr/bin/caddy' },
  pgbouncer: { setting: 'PGBOUNCER_PATH', usual: '/usr/sbin/pgbouncer' },
} as const

export type Peer = keyof typeof places

type Environment = Readonly<Record<string, string | undefined>>

export function peerPath(peer: Peer, env: Environment = process.env): string {
  return env[places[peer].setting] || places[peer].usual
}

/**
 * Whether a peer is installed; where it is not, why tests are skipped is said.
 * @param what those tests show
 * @throws Error where `REQUIRE_PEERS` says that none may be skipped, as `.ci/run` does
 */
export function hasPeer(
  peer: Peer,
  what: string,
  env: Environment = process.env,
  say = (line: string): unknown => process.stderr.write(line),
): boolean {
  try {
    accessSync(peerPath(peer, env), constants.X_OK)
    return true
  } catch (cause) {
    const reason = `${peer} is not installed (apt-get install ${peer})`
    if (env['REQUIRE_PEERS']) throw new Error(`${what} has to be tested, and ${reason}`, { cause })
    say(`\nSKIPPED: ${what}, for ${reason}\n\n`)
    return false
  }
}
