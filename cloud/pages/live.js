import { call, element, sentenceFor, textIn } from './api.js'
import { currentToken, refresh, signedIn } from './sign-in.js'

const id = location.pathname.split('/').at(-2) ?? ''
const shown = element('live', HTMLElement)
const player = element('player', HTMLElement)
const stream = element('stream', HTMLSelectElement)

async function show() {
  const answer = await call('GET', `/api/v1/cameras/${id}`, { token: currentToken() })
  if (answer.status !== 200) {
    element('trouble', HTMLElement).textContent = sentenceFor(answer, {
      403: 'This camera belongs to a site that you may not see.',
      404: 'There is no such camera, or it was deleted.',
    })
    return
  }
  const name = textIn(answer.body, 'name') ?? 'Camera'
  document.title = `${name} · Sightline`
  element('name', HTMLElement).textContent = name
  player.setAttribute('label', name)
  player.setAttribute('camera', id)
  shown.hidden = false
}

/**
 * @param {Event} event
 * @returns {event is Event & { why: string, respondWith: (token: string | null | Promise<string | null>) => void }}
 */
function asksForToken(event) {
  return 'respondWith' in event && typeof event.respondWith === 'function'
}

/** @param {Event} event of the player, which needs a token to begin, or another one */
function answerToken(event) {
  if (!asksForToken(event)) return
  event.respondWith(event.why === 'first' ? currentToken() : refresh())
}

player.addEventListener('tokenrequest', answerToken)
stream.addEventListener('change', () => player.setAttribute('stream', stream.value))

await signedIn(show)
