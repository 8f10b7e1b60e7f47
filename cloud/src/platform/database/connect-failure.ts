import { errorCode } from '../error-code.js'
import { isSqlState, sqlState } from './sqlstate.js'

const unknownAuthority =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/

const nameTheAuthority =
  'put the certificate of its authority, which the provider hands out, into a file and name that by ' +
  '?sslmode=verify-full&sslrootcert=/path/of/it.pem in DATABASE_URL, or by NODE_EXTRA_CA_CERTS'

/** Why PostgreSQL could not be reached or does not let us in, and the way out; undefined for an error that is none of that. */
export function connectFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return ofTls(error) ?? ofServer(error) ?? ofConnection(error)
}

function ofTls(error: Error): string | undefined {
  const code = errorCode(error) ?? ''
  if (unknownAuthority.test(code))
    return `PostgreSQL at DATABASE_URL has a certificate of an authority that is not known here (${code}): ${nameTheAuthority}`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return (
      `the certificate of PostgreSQL at DATABASE_URL is for another name (${error.message}): let DATABASE_URL name the host ` +
      'as the certificate does. Where that cannot be, &uselibpqcompat=true&sslmode=verify-ca with sslrootcert= goes by the authority alone'
    )
  if (/^CERT_|^ERR_SSL_|^ERR_TLS_|^EPROTO$|^ERR_OSSL_|^UNABLE_TO_/.test(code))
    return `PostgreSQL at DATABASE_URL and Sightline cannot agree on TLS (${error.message.trim()}): ${nameTheAuthority}, and see sslmode=, sslcert= and sslkey=`
  if (error.message === 'The server does not support SSL connections')
    return 'PostgreSQL at DATABASE_URL has no TLS, and sslmode= in it (or PGSSLMODE in the environment) asks for it: switch ssl on at the server, or write sslmode=disable where the way there is private'
  return undefined
}

function ofServer(error: Error): string | undefined {
  const { message } = error
  if (isSqlState(error, 'noSuchDatabase'))
    return `${message}: create it first, owned by the user of DATABASE_URL`
  if (isSqlState(error, 'loginRefused'))
    return `PostgreSQL refuses the user of DATABASE_URL: ${message}${wantedOfLogin(message)}`
  if (sqlState(error) === '53300')
    return `PostgreSQL at DATABASE_URL has no connection left (${message}): raise its max_connections, or end what holds them; a node takes up to 30`
  if (isSqlState(error, 'noConnection'))
    return `PostgreSQL at DATABASE_URL does not serve now (${message}): start Sightline again when it does`
  if (isSqlState(error, 'readOnly'))
    return (
      `PostgreSQL at DATABASE_URL takes no writes (${message}): it is a standby, or was set to read only ` +
      '(default_transaction_read_only), as providers do where a disk is full. Let DATABASE_URL name the primary, or make room'
    )
  if (isSqlState(error, 'insufficientPrivilege'))
    return `the user of DATABASE_URL lacks a right: ${message}. It has to own the database and to be allowed to make roles`
  if (/^SASL: .*password must be|client password must be/.test(message))
    return 'PostgreSQL asks for a password, and DATABASE_URL has none: postgresql://user:password@host/database, with what is special in it percent-encoded'
  return undefined
}

/** What a server asks for that takes TLS alone, or knows its clients by their certificates. */
function wantedOfLogin(message: string): string {
  if (message.endsWith('no encryption'))
    return `. It may take TLS alone: write ?sslmode=require in DATABASE_URL, and for an authority of its own, ${nameTheAuthority}`
  if (message.includes('client certificate'))
    return ': name the files with yours by &sslcert= and &sslkey= in DATABASE_URL'
  return ''
}

const ofNetwork =
  /^(?:ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EPIPE|ENOTFOUND|EAI_\w+|ENOENT|EACCES)$/

function ofConnection(error: Error): string | undefined {
  // Of a name with several addresses there is one error that holds those of all, and no word of its own.
  if (error instanceof AggregateError && ofNetwork.test(errorCode(error) ?? '')) {
    const each = error.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one)))
    return doesNotAnswer(each.join('; '))
  }
  const isOfNetwork =
    'syscall' in error &&
    typeof error.syscall === 'string' &&
    /^(?:connect|getaddrinfo|read|write)$/.test(error.syscall) &&
    ofNetwork.test(errorCode(error) ?? '')
  const isBroken = /^(?:timeout expired|timeout exceeded|Connection terminated|Connection ended)/.test(
    error.message,
  )
  return isOfNetwork || isBroken ? doesNotAnswer(error.message) : undefined
}

const doesNotAnswer = (why: string): string =>
  `PostgreSQL at DATABASE_URL does not answer (${why}): start it, or mend the address`
