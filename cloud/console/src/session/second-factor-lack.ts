import { at, textAt } from './session-user.js'

const problems = ['missing', 'wrong', 'used', 'clock', 'other_site'] as const
const methods = ['totp', 'passkey', 'recovery_code'] as const

export type SecondFactorMethod = (typeof methods)[number]

/** What a sign-in lacks beside the right password, as the service says it. */
export interface SecondFactorLack {
  readonly problem: (typeof problems)[number]
  readonly methods: readonly SecondFactorMethod[]
  /** With the method passkey: what the browser is asked. */
  readonly passkey: unknown
}

/** What is sent for it. */
export type SecondFactorProof =
  | { readonly code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: object }

/** Reads what a refused login lacks. @returns null where it lacks nothing that may be sent */
export function readLack(body: unknown): SecondFactorLack | null {
  const asked = at(at(at(body, 'error'), 'details'), 'second_factor')
  const problem = problems.find((one) => one === textAt(asked, 'problem'))
  const offered = at(asked, 'methods')
  if (problem === undefined || !Array.isArray(offered)) return null
  return {
    problem,
    methods: methods.filter((one) => offered.includes(one)),
    passkey: at(asked, 'passkey'),
  }
}
