import { call, element, onSubmit, sentenceFor } from './api.js'
import { showEvent } from './show-event.js'

const token = location.pathname.split('/').at(-1) ?? ''
const locked = element('locked', HTMLElement)
const shown = element('event', HTMLElement)
const trouble = element('trouble', HTMLElement)

const sentences = {
  404: 'There is no such share. Look whether the link is whole.',
  410: 'This share has ended. Ask whoever sent it for a new one.',
  423: 'Too many wrong passwords. Try again in a quarter of an hour.',
}

/**
 * @param {string} [password]
 * @returns {Promise<string | null>} a complaint about the password, or null
 */
async function open(password) {
  const headers = password ? { 'x-share-password': encodeURIComponent(password) } : {}
  const answer = await call('GET', `/api/v1/shared/${token}`, { headers })
  switch (answer.status) {
    case 200:
      locked.hidden = true
      showEvent(shown, answer.body)
      shown.hidden = false
      return null
    case 401:
      locked.hidden = false
      return password ? 'This is not the password.' : null
    default:
      if (!locked.hidden) return sentenceFor(answer, sentences)
      trouble.textContent = sentenceFor(answer, sentences)
      return null
  }
}

onSubmit('unlock', () => open(element('password', HTMLInputElement).value))
await open()
