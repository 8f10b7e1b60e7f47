import { ErrorEnvelope, type PairRequest, PairResponse } from '@sightline/protocol'
import { type Dispatcher, request } from 'undici'
import { AgentError } from '../platform/errors.js'
import { localAddress } from '../platform/local-address.js'
import { agentVersion } from '../platform/version.js'
import { unreachable } from './cloud-failure.js'
import type { PairingAttempt } from './pairing-attempt.js'
import { publicHalf } from './sealed-credentials.js'

/** What became of an attempt to redeem a code. */
type Redemption =
  | { readonly kind: 'paired'; readonly answer: PairResponse }
  /** A repeat would be answered alike: the attempt is over. */
  | { readonly kind: 'refused'; readonly error: AgentError }
  /** Nothing was redeemed; the code is as good as before. */
  | { readonly kind: 'failed'; readonly error: AgentError }
  /** The cloud may have redeemed the code without our hearing of it. */
  | { readonly kind: 'lost'; readonly error: AgentError }

const answerLimit = 64 * 1024

/** Makes one attempt, once. */
export async function redeemCode(
  attempt: PairingAttempt,
  name: string | null,
  dispatcher: Dispatcher,
): Promise<Redemption> {
  const localIp = localAddress()
  const body: PairRequest = {
    pairing_code: attempt.code,
    version: agentVersion,
    public_key: publicHalf(attempt.sealing_key),
    attempt_id: attempt.attempt_id,
    ...(name === null ? {} : { name }),
    ...(localIp === null ? {} : { local_ip: localIp }),
  }
  try {
    const response = await request(`${attempt.cloud_url}/api/v1/gateways/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      dispatcher,
    })
    const text = await limited(response.body, answerLimit)
    return judge(response.statusCode, jsonOf(text), attempt.cloud_url)
  } catch (cause) {
    const { error, arrived } = unreachable(attempt.cloud_url, cause)
    return { kind: arrived ? 'lost' : 'failed', error }
  }
}

function judge(status: number, json: unknown, cloudUrl: string): Redemption {
  if (status === 200) {
    const answer = PairResponse.safeParse(json)
    if (answer.success) return { kind: 'paired', answer: answer.data }
    return { kind: 'failed', error: noCloud(cloudUrl, 'something else') }
  }
  const envelope = ErrorEnvelope.safeParse(json)
  const said = envelope.success ? envelope.data.error.message : null
  if (status >= 500) {
    const error = new AgentError('cloud_refused', `the cloud cannot answer now (status ${status})`, {
      hint: 'Wait a minute, then run the same command again: the code stays valid for this attempt.',
    })
    return { kind: 'lost', error }
  }
  const refusal = refusals[status]
  if (refusal && said !== null) {
    const [message, hint] = refusal(said)
    const kind = status === 429 ? 'failed' : 'refused'
    return { kind, error: new AgentError('cloud_refused', message, { hint }) }
  }
  return { kind: 'failed', error: noCloud(cloudUrl, `status ${status}`) }
}

const newCode = 'Make a new code in the cloud (it lives ten minutes) and pair with that.'

const refusals: Readonly<Record<number, (said: string) => [message: string, hint: string]>> = {
  400: (said) => [`the cloud does not accept this request: ${said}`, 'Check the code and the name.'],
  404: () => [
    'the cloud does not know this pairing code',
    `Check its six characters and the address. ${newCode}`,
  ],
  409: () => ['this pairing code was used already', newCode],
  410: () => ['this pairing code has expired', newCode],
  429: () => ['the cloud has seen too many wrong codes', 'Wait a minute, then try again.'],
}

function noCloud(cloudUrl: string, answered: string): AgentError {
  return new AgentError(
    'unreachable',
    `${cloudUrl} answers with ${answered}, not as a Sightline cloud does`,
    {
      hint: 'Check the address: it is the one under which you log in, without a path. Redirects are not followed.',
    },
  )
}

async function limited(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > limit) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
