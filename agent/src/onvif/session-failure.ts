import { OnvifError, OperationRefused } from './onvif-error.js'
import type { AccountState, SoapAnswer } from './soap-answer.js'

/** What an answer that is no response means to a person. */
export function failureOf(
  answer: Exclude<SoapAnswer, { kind: 'response' }>,
  asked: {
    readonly status: number
    readonly where: string
    readonly hasCredentials: boolean
    readonly isProven: boolean
  },
): OnvifError {
  switch (answer.kind) {
    case 'not_authorized':
      return new OnvifError('auth', refusedWhy(answer.account, asked))
    case 'wrong_time':
      return new OnvifError('clock', "the camera finds the gateway's time wrong: set the clocks of both")
    case 'not_soap':
      return notSoap(asked.status, asked.where)
    case 'fault':
      return new OperationRefused(answer.reason)
  }
}

function refusedWhy(
  account: AccountState,
  { hasCredentials, isProven }: { hasCredentials: boolean; isProven: boolean },
): string {
  if (account === 'locked')
    return 'the camera has locked the account after wrong passwords: wait for half an hour, then check the password'
  if (account === 'expired')
    return 'the camera says that the password of this account has expired: set another at the camera, and enter it here'
  if (isProven) return 'the account lacks the right to read the camera: give it more rights'
  return hasCredentials
    ? 'the camera refuses this user name or password (its ONVIF users may be separate from its web users)'
    : 'the camera asks for a user name and a password'
}

function notSoap(status: number, where: string): OnvifError {
  if (status >= 300 && status < 400) {
    return new OnvifError(
      'redirect',
      `${where} sends us elsewhere: enter the address where the camera itself answers`,
    )
  }
  if (status === 404)
    return new OnvifError('not_found', `${where} has no ONVIF service: is ONVIF switched on?`)
  return new OnvifError(
    'protocol',
    `${where} answers, but not as an ONVIF device (HTTP ${status}): check the port`,
  )
}
