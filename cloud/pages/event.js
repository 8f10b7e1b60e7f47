import { call, element, onSubmit, sentenceFor, textIn } from './api.js'
import { showEvent } from './show-event.js'

const id = location.pathname.split('/').at(-1) ?? ''
const signIn = element('sign-in', HTMLElement)
const shown = element('event', HTMLElement)
const trouble = element('trouble', HTMLElement)
const signOut = element('sign-out', HTMLButtonElement)

/** The token of this visit; it is kept nowhere else. */
let token = ''

async function show() {
  const answer = await call('GET', `/api/v1/events/${id}`, { token })
  signIn.hidden = true
  signOut.hidden = false
  if (answer.status !== 200) {
    trouble.textContent = sentenceFor(answer, {
      403: 'This event belongs to a site that you may not see.',
      404: 'There is no such event, or it was deleted.',
    })
    return
  }
  showEvent(shown, answer.body)
  shown.hidden = false
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
  await show()
  return null
})

signOut.addEventListener('click', () => {
  void call('POST', '/api/v1/auth/logout', { token }).then(() => location.reload())
})

// Somebody who signed in here before has the refresh cookie.
const refreshed = await call('POST', '/api/v1/auth/refresh', { body: {} })
if (refreshed.status === 200) {
  token = textIn(refreshed.body, 'access_token') ?? ''
  await show()
} else signIn.hidden = false
