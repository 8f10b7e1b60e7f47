import { call, element, onSubmit, sentenceFor } from './api.js'

const token = new URLSearchParams(location.search).get('token')
// It stays out of the history and of what others see over a shoulder.
history.replaceState(null, '', location.pathname)

const form = element('reset', HTMLFormElement)

/** @param {'done' | 'useless'} id */
function end(id) {
  form.hidden = true
  element(id, HTMLElement).hidden = false
}

if (token) {
  onSubmit('reset', async () => {
    const password = element('password', HTMLInputElement).value
    if (password !== element('again', HTMLInputElement).value) return 'The two passwords differ.'
    const answer = await call('POST', '/api/v1/auth/reset-password', {
      body: { token, new_password: password },
    })
    switch (answer.status) {
      case 200:
        end('done')
        return null
      case 401:
        end('useless')
        return null
      default:
        return sentenceFor(answer)
    }
  })
} else end('useless')
