import { textIn } from './api.js'

/** @type {Record<string, string>} */
const withoutClip = {
  recording: 'The clip is still being recorded. Load this page again in a moment.',
  uploading: 'The clip is on its way from the site. Load this page again in a moment.',
  failed: 'There is no clip of this event.',
  expired: 'The clip is older than clips are kept, and was removed.',
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} inside
 */
function make(name, attributes, ...inside) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...inside)
  return made
}

/**
 * The clip, else the picture, and why there is no clip.
 *
 * @param {unknown} event
 * @param {string} camera
 */
function mediaOf(event, camera) {
  const clip = textIn(event, 'clip_url')
  const snapshot = textIn(event, 'snapshot_url')
  if (clip) {
    const poster = snapshot ? { poster: snapshot } : {}
    return [make('video', { src: clip, controls: '', preload: 'metadata', playsinline: '', ...poster })]
  }
  const why = withoutClip[textIn(event, 'clip_status') ?? ''] ?? 'There is no clip yet.'
  const said = make('p', { class: 'quiet-text' }, why)
  return snapshot
    ? [make('img', { src: snapshot, class: 'picture', alt: `Picture of ${camera}` }), said]
    : [said]
}

/** @type {Record<string, string>} */
const withoutAnalysis = {
  pending: 'Not yet.',
  skipped: 'Skipped.',
  failed: 'Failed.',
}

/**
 * Why no analysis describes the event; null if one does, or if that is not the visitor's to know.
 *
 * @param {unknown} event
 */
function missingAnalysis(event) {
  const why = withoutAnalysis[textIn(event, 'ai_status') ?? '']
  const reason = textIn(event, 'ai_reason')
  return why && reason ? `${why.slice(0, -1)}: ${reason}` : (why ?? null)
}

/** @param {unknown} event */
function tagsOf(event) {
  /** @type {unknown} */
  const tags = typeof event === 'object' && event !== null ? Reflect.get(event, 'tags') : null
  return Array.isArray(tags) && tags.length > 0 ? tags.map(String).join(', ') : null
}

/** @param {unknown} event */
function factsOf(event) {
  const triggeredAt = textIn(event, 'triggered_at') ?? ''
  const when = make(
    'time',
    { datetime: triggeredAt, title: triggeredAt },
    new Date(triggeredAt).toLocaleString(),
  )
  const seconds = textIn(event, 'duration_sec')
  /** @type {[string, Node | string | null][]} */
  const rows = [
    ['Time', when],
    ['Kind', (textIn(event, 'event_category') ?? '').replaceAll('_', ' ')],
    ['Length', seconds && `${seconds} s`],
    ['Tags', tagsOf(event)],
    ['Severity', textIn(event, 'ai_severity')],
    ['Analysis', missingAnalysis(event)],
    ['Notes', textIn(event, 'notes')],
  ]
  return make(
    'dl',
    {},
    ...rows.flatMap(([name, value]) => (value ? [make('dt', {}, name), make('dd', {}, value)] : [])),
  )
}

/**
 * Shows an event as the API answers it: what was seen, its clip or picture, and why there is none of them.
 *
 * @param {HTMLElement} place
 * @param {unknown} event
 */
export function showEvent(place, event) {
  const camera = textIn(event, 'camera_name') ?? 'Camera'
  const said = [textIn(event, 'summary'), textIn(event, 'narrative')]
  document.title = `${camera} · Sightline`
  place.replaceChildren(
    make('h1', {}, camera),
    ...said.flatMap((text) => (text ? [make('p', {}, text)] : [])),
    ...mediaOf(event, camera),
    factsOf(event),
  )
}
