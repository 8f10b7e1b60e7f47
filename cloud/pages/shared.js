import { call, element, onSubmit, sentenceFor, textIn } from './api.js'
import { showSharedEvent } from './show-shared-event.js'
import { locale, speak } from './words.js'

const words = speak(
  {
    title: 'Shared with you · Sightline',
    sharedWithYou: 'Shared with you',
    protected: 'This event is protected',
    password: 'Password',
    show: 'Show',
    wrong: 'This is not the password.',
    none: 'There is no such share. Look whether the link is whole.',
    ended: 'This share has ended. Ask whoever sent it for a new one.',
    locked: 'Too many wrong passwords. Try again in a quarter of an hour.',
    tooMany: 'Too many tries. Wait a minute and try again.',
    unreachable: 'The service cannot be reached. Check your connection and try again.',
    until: 'until',
  },
  {
    title: 'Mit Ihnen geteilt · Sightline',
    sharedWithYou: 'Mit Ihnen geteilt',
    protected: 'Dieses Ereignis ist geschützt',
    password: 'Passwort',
    show: 'Zeigen',
    wrong: 'Das ist nicht das Passwort.',
    none: 'Diesen Link gibt es nicht. Sehen Sie nach, ob er vollständig ist.',
    ended: 'Dieser Link gilt nicht mehr. Bitten Sie um einen neuen.',
    locked: 'Zu viele falsche Passwörter. Versuchen Sie es in einer Viertelstunde noch einmal.',
    tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
    unreachable:
      'Der Dienst ist nicht zu erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    until: 'bis',
  },
)

const token = location.pathname.split('/').at(-1) ?? ''
const unlock = element('unlock', HTMLFormElement)
const field = element('password', HTMLInputElement)
const shown = element('event', HTMLElement)
const trouble = element('trouble', HTMLElement)
document.title = words.title

/** @type {Record<number, string>} */
const sentences = {
  0: words.unreachable,
  404: words.none,
  410: words.ended,
  423: words.locked,
  429: words.tooMany,
}

/** @param {string} [password] */
function ask(password) {
  const headers = password ? { 'x-share-password': encodeURIComponent(password) } : {}
  return call('GET', `/api/v1/shared/${token}`, { headers })
}

/**
 * @param {string} [password]
 * @returns {Promise<string | null>} a complaint about the password, or null
 */
async function open(password) {
  const answer = await ask(password)
  switch (answer.status) {
    case 200:
      show(answer.body, password)
      return null
    case 401:
      unlock.hidden = false
      field.focus()
      return password ? words.wrong : null
    default:
      end(sentences[answer.status] ?? sentenceFor(answer))
      return null
  }
}

/**
 * @param {unknown} event
 * @param {string | undefined} password with which it was opened
 */
function show(event, password) {
  unlock.hidden = true
  shown.hidden = false
  const until = new Date(textIn(event, 'expires_at') ?? '')
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(until)
  element('until', HTMLElement).textContent = `${words.until} ${day}`
  showSharedEvent(shown, event, async () => {
    // The addresses of clip and picture are good for some minutes; the share may be for longer.
    const answer = await ask(password)
    if (answer.status === 200) return answer.body
    end(sentences[answer.status] ?? sentenceFor(answer))
    return null
  })
}

/**
 * Nothing of the event is left on the page.
 *
 * @param {string} sentence
 */
function end(sentence) {
  unlock.hidden = true
  shown.hidden = true
  shown.replaceChildren()
  element('until', HTMLElement).textContent = ''
  trouble.textContent = sentence
}

onSubmit('unlock', () => open(field.value))
await open()
