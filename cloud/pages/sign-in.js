import { call, element, onSubmit, sentenceFor, textIn } from './api.js'

/** The token of this visit; it is kept nowhere else. */
let token = ''

/** @returns {string} */
export const currentToken = () => token

/**
 * A newer token by the refresh cookie, which somebody who signed in here before has; null for nobody.
 *
 * @returns {Promise<string | null>} rejects while the service cannot be reached
 */
export async function refresh() {
  const answer = await call('POST', '/api/v1/auth/refresh', { body: {} })
  if (answer.status === 0 || answer.status >= 500) throw new Error('the service cannot be reached')
  if (answer.status !== 200) return null
  token = textIn(answer.body, 'access_token') ?? ''
  return token
}

/**
 * Does `show` for somebody who is signed in, and asks for e-mail and password otherwise. The page has the form `login` in
 * the section `sign-in`, and the button `sign-out`.
 *
 * @param {() => Promise<void>} show
 */
export async function signedIn(show) {
  const section = element('sign-in', HTMLElement)
  const signOut = element('sign-out', HTMLButtonElement)
  const enter = async () => {
    section.hidden = true
    signOut.hidden = false
    await show()
  }
  onSubmit('login', async () => {
    const body = {
      email: element('email', HTMLInputElement).value,
      password: element('password', HTMLInputElement).value,
    }
    const answer = await call('POST', '/api/v1/auth/login', { body })
    if (answer.status !== 200) {
      return sentenceFor(answer, { 401: 'The e-mail address or the password is not right.' })
    }
    token = textIn(answer.body, 'access_token') ?? ''
    await enter()
    return null
  })
  signOut.addEventListener('click', () => {
    void call('POST', '/api/v1/auth/logout', { token }).then(() => location.reload())
  })
  const known = await refresh().catch(() => null)
  if (known !== null) await enter()
  else section.hidden = false
}
