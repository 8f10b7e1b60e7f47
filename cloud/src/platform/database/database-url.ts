import { z } from 'zod'

const ofLibpqAlone = 'names a file that libpq alone reads'

/**
 * What is refused in an address, and the way out. libpq takes most of it, and the driver would leave it out without a word: then the service
 * is elsewhere, or less careful, than it was told. The rest would change how the connections themselves work.
 */
const refused: ReadonlyMap<string, string> = new Map([
  [
    'options',
    'it can change the role that row-level security binds: set such things by ALTER ROLE ... SET or ALTER DATABASE ... SET',
  ],
  ['service', `it ${ofLibpqAlone}: write host, port, user and database into the address`],
  ['servicefile', `it ${ofLibpqAlone}: write host, port, user and database into the address`],
  ['passfile', 'name the file by PGPASSFILE in the environment, or write the password into the address'],
  ['hostaddr', 'write the address in place of the host'],
  ['dbname', 'write the database behind the host: postgresql://user:password@host/database'],
  [
    'sslcrl',
    'revoked certificates are not looked up: leave it out, and take one that was revoked off the server',
  ],
  [
    'sslcrldir',
    'revoked certificates are not looked up: leave it out, and take one that was revoked off the server',
  ],
  ['sslpassword', 'name by sslkey= a key without a password, which the user of this process alone may read'],
  ['require_auth', 'what is asked for is for the server to say, in pg_hba.conf: leave it out'],
  [
    'requirepeer',
    'who runs the server is not looked up: leave it out, or reach it by TLS and sslmode=verify-full',
  ],
  ['replication', 'Sightline sets it for each of its connections: leave it out'],
])

/** What says of a connection what it is anyway, as the address of an embedded server does. */
const asItIs: Readonly<Record<string, RegExp>> = {
  replication: /^(?:false|off|no|0)$/i,
  client_encoding: /^utf-?8$/i,
  binary: /^(?:false|off|no|0)$/i,
}

/**
 * What an address may say without effect, for each connection sets these itself: limits of one's own would end statements that may
 * take their time, or let others stand still. A service that was started with them before must go on starting.
 */
const ofConnections = [
  'statement_timeout',
  'query_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'binary',
  'client_encoding',
]

/** What is asked for behind the ? of an address, and is no variable of an environment by itself. */
export const parametersOfAddresses: readonly string[] = [
  ...ofConnections.filter((name) => name.includes('_')),
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'uselibpqcompat',
  'channel_binding',
  'target_session_attrs',
  'connect_timeout',
  'application_name',
]

/** What the driver would take from an address although a connection says it itself. */
const saidByConnections = [...ofConnections, 'application_name', 'fallback_application_name']

const form = 'postgresql://user:password@host/database'
const several =
  'names several hosts, and one is taken: name the one that leads to the server that writes, such as an address or a name that moves with it'

/** The address of a PostgreSQL, refused in words where it holds what is not taken. */
export const DatabaseUrl = z.string().superRefine((url, context) => {
  const message = problemOf(url)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

function problemOf(url: string): string | null {
  if (/^[^/?#]*\/\/(?:[^/?#]*@)?(?![^/?#]*@)[^/?#]*,/.test(url)) return several
  if (!URL.canParse(url)) {
    // As libpq takes it. Nothing else is wrong with it than the host that is not there.
    return /^postgres(?:ql)?:\/\/[^/?#]*@\//.test(url)
      ? `${form}: to reach a socket write postgresql://user@localhost/database?host=/run/postgresql`
      : form
  }
  const { protocol, searchParams: parameters } = new URL(url)
  if (!/^postgres(?:ql)?:$/.test(protocol)) return form
  if (['host', 'port'].some((name) => parameters.get(name)?.includes(','))) return several
  for (const [name, wayOut] of refused)
    if (asksFor(parameters, name)) return `${name}= is not taken: ${wayOut}`
  return null
}

const asksFor = (parameters: URLSearchParams, name: string): boolean =>
  parameters.getAll(name).some((value) => !asItIs[name]?.test(value))

/** Names of what an address asks for in vain, since each connection sets it itself. */
export function askedInVain(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { searchParams: parameters } = new URL(url)
  return ofConnections.filter((name) => asksFor(parameters, name))
}

/** An address without what connections say themselves: the driver believes the address more. */
export function withoutOurs(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  const { searchParams: parameters } = address
  const said = saidByConnections.filter((name) => parameters.has(name))
  for (const name of said) parameters.delete(name)
  return said.length === 0 ? url : address.href
}

/**
 * The modes of libpq between `disable` and `verify-full` are verified as well, as they have always been here: the driver takes them
 * for that, and would warn of it. Whoever asks for libpq's own meaning (`uselibpqcompat`) gets that. The authorities of the system
 * (`sslrootcert=system`) are those that Node knows, and with them libpq verifies in full.
 */
export function withVerifiedTls(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  const { searchParams: parameters } = address
  const isOfSystem = parameters.get('sslrootcert') === 'system'
  const isVerified = ['allow', 'prefer', 'require', 'verify-ca'].includes(parameters.get('sslmode') ?? '')
  if (!isOfSystem && (!isVerified || parameters.has('uselibpqcompat'))) return url
  if (isOfSystem) for (const name of ['sslrootcert', 'uselibpqcompat']) parameters.delete(name)
  parameters.set('sslmode', 'verify-full')
  return address.href
}
