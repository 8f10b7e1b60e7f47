import { call, element, onSubmit, sentenceFor } from './api.js'
import { speak } from './words.js'

const words = speak(
  {
    title: 'Set your password',
    needs: '12 to 128 characters with upper case, lower case, a digit and a symbol.',
    password: 'New password',
    again: 'The same again',
    set: 'Set password',
    done: 'Your password is set. You can sign in with it now.',
    signIn: 'Sign in',
    useless: 'This link is not valid any more: it was used, or its time is over. Ask for a new one.',
    differ: 'The two passwords differ.',
  },
  {
    title: 'Ihr Passwort festlegen',
    needs: '12 bis 128 Zeichen mit Groß- und Kleinbuchstaben, einer Ziffer und einem Sonderzeichen.',
    password: 'Neues Passwort',
    again: 'Noch einmal dasselbe',
    set: 'Passwort festlegen',
    done: 'Ihr Passwort ist festgelegt. Sie können sich jetzt damit anmelden.',
    signIn: 'Anmelden',
    useless:
      'Dieser Link gilt nicht mehr: er wurde benutzt, oder seine Zeit ist um. Bitten Sie um einen neuen.',
    differ: 'Die beiden Passwörter sind verschieden.',
  },
)
document.title = `${words.title} · Sightline`

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
    if (password !== element('again', HTMLInputElement).value) return words.differ
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
