/**
 * @typedef {object} Answer
 * @property {number} status the HTTP status; 0 if the service could not be reached
 * @property {unknown} body parsed JSON; null if there is none
 */

/**
 * Calls the API of this service.
 *
 * @param {string} method
 * @param {string} path
 * @param {{ body?: object, token?: string, headers?: Record<string, string> }} [sent]
 * @returns {Promise<Answer>}
 */
export async function call(method, path, { body, token, headers = {} } = {}) {
  try {
    const answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await answer.text()
    /** @type {unknown} */
    const parsed = text === '' ? null : JSON.parse(text)
    return { status: answer.status, body: parsed }
  } catch {
    return { status: 0, body: null }
  }
}

/**
 * The text or number at a place inside JSON, as text; null if there is none.
 *
 * @param {unknown} json
 * @param {...string} path
 * @returns {string | null}
 */
export function textIn(json, ...path) {
  /** @type {unknown} */
  let at = json
  for (const name of path) {
    if (typeof at !== 'object' || at === null) return null
    at = Reflect.get(at, name)
  }
  return typeof at === 'string' || typeof at === 'number' ? String(at) : null
}

/**
 * A sentence for a person about a call that failed.
 *
 * @param {Answer} answer
 * @param {Record<number, string>} [known] sentences by status
 */
export function sentenceFor({ status, body }, known = {}) {
  if (status === 0) return 'The service cannot be reached. Check your connection and try again.'
  const said = known[status] ?? textIn(body, 'error', 'message') ?? 'Something went wrong. Try again.'
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.!?]$/.test(said) ? '' : '.'}`
}

/**
 * An element of the page that must be there.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function element(id, type) {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`)
  return found
}

/**
 * Does `work` when a form is sent, once at a time, and shows what it complains of.
 *
 * @param {string} id of the form; its button and its `output` belong to it
 * @param {() => Promise<string | null>} work answers a complaint, or null
 */
export function onSubmit(id, work) {
  const form = element(id, HTMLFormElement)
  const button = form.querySelector('button')
  const complaint = form.querySelector('output')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button || !complaint || button.disabled) return
    button.disabled = true
    complaint.textContent = ''
    void work().then((words) => {
      complaint.textContent = words ?? ''
      button.disabled = false
    })
  })
}
