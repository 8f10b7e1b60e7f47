import { AgentError, codeOf } from '../platform/errors.js'

const tlsCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/
/** The answer to a TLS greeting was something else, as of a server that speaks plain http. */
const speaksNoTls = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])
const beforeSending = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'])
const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'])

/**
 * Why the cloud could not be reached, with what to do about it.
 * @returns `arrived`: whether the request may have reached the cloud all the same.
 */
export function unreachable(cloudUrl: string, cause: unknown): { error: AgentError; arrived: boolean } {
  const { hostname } = new URL(cloudUrl)
  const code = codeOf(cause) ?? ''
  const [message, hint] = reasonOf(code, hostname, cloudUrl)
  const arrived = !beforeSending.has(code) && !tlsCodes.test(code)
  return { error: new AgentError('unreachable', message, { hint, cause }), arrived }
}

function reasonOf(code: string, hostname: string, cloudUrl: string): [message: string, hint: string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [
      `the name ${hostname} cannot be resolved`,
      'Check the spelling, and that this machine has a working name server.',
    ]
  }
  if (code === 'ECONNREFUSED') {
    return [`${cloudUrl} refuses the connection`, 'Check address and port, and that the cloud is running.']
  }
  if (speaksNoTls.has(code)) {
    return [
      `what answers at ${cloudUrl} does not speak https (${code})`,
      'Check address and port. On this machine, or on a network that you trust, a cloud without encryption has an address that begins with http://.',
    ]
  }
  if (tlsCodes.test(code)) {
    return [
      `the certificate of ${hostname} cannot be trusted (${code})`,
      'Check the address and the clock of this machine. For a certificate authority of your own set NODE_EXTRA_CA_CERTS to its file.',
    ]
  }
  if (timeoutCodes.has(code)) {
    return [
      `${cloudUrl} does not answer`,
      'Check the network, the firewall, and HTTPS_PROXY if you need one.',
    ]
  }
  return [
    `the connection to ${cloudUrl} failed${code === '' ? '' : ` (${code})`}`,
    'Check the network, then run the same command again.',
  ]
}
