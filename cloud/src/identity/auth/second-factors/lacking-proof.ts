import { codeDriftSec, type SecondFactorNeeded } from '@sightline/protocol'
import { type AppError, secondFactorNeeded } from '../../../platform/errors.js'

/** What is wrong with what was sent beside a right password. */
export type Lack =
  | { readonly problem: Exclude<SecondFactorNeeded['problem'], 'clock' | 'not_set_up'> }
  | { readonly problem: 'clock'; readonly aheadSec: number }

/** What may be sent, and what a passkey is asked. */
export type Offer = Pick<SecondFactorNeeded, 'methods' | 'passkey'>

/** The answer to a right password without the proof that belongs to it. */
export const lackingProof = (lack: Lack, offer: Offer): AppError =>
  secondFactorNeeded(sentence(lack), { problem: lack.problem, ...offer })

function sentence(lack: Lack): string {
  switch (lack.problem) {
    case 'missing':
      return 'this account has a second factor: send a code of its authenticator app, a passkey or a recovery code as second_factor'
    case 'wrong':
      return `the code is not right; a code of the app is taken within ${codeDriftSec} seconds, a recovery code and an answer of a passkey once`
    case 'other_site':
      return 'this passkey answered a page of another site; open the service by its own address and try again there'
    case 'used':
      return 'this code was used already; wait for the next one of the app'
    case 'clock':
      return clockIsOff(lack.aheadSec)
  }
}

/** @param aheadSec by how much the clock of the app is ahead, seconds; negative if it is behind */
export function clockIsOff(aheadSec: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(aheadSec) / 60))
  const by = `about ${minutes} minute${minutes === 1 ? '' : 's'} ${aheadSec > 0 ? 'ahead' : 'behind'}`
  return (
    `this code is of another time: the clock of the device that shows it is ${by}, and ${codeDriftSec} seconds are allowed; ` +
    'let the device set its clock by itself, then send the code that it shows'
  )
}
