import type { SecondFactorText } from '../../second-factor/use-second-factor-text.js'
import type { SecondFactorLack, SecondFactorMethod } from '../../session/second-factor-lack.js'

/** What to say of a second factor that was refused. */
export function lackProblem(
  text: SecondFactorText['signIn'],
  { problem }: SecondFactorLack,
  method: SecondFactorMethod,
): string | null {
  switch (problem) {
    case 'missing':
      return null
    case 'wrong':
      return text.wrong[method]
    case 'used':
      return text.used
    case 'clock':
      return text.clock
    case 'other_site':
      return text.otherSite
  }
}
