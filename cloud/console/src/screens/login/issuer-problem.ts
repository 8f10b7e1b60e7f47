import type { LoginText } from '../../text/use-login-text.js'

type Sentences = LoginText['issuer']['problems']

/** What to say of a sign-in by the issuer that let nobody in. @param problem as the address of the page says it */
export function issuerProblem(problems: Sentences, problem: string): string {
  const found = Object.entries(problems).find(([name]) => name === problem)
  return found?.[1] ?? problems.other
}
