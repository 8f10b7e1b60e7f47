import { textIn } from './api.js'
import { isGerman, locale } from './words.js'

const words = isGerman
  ? {
      when: 'Wann',
      where: 'Wo',
      length: 'Länge',
      download: 'Herunterladen',
      plain: (/** @type {string} */ camera) => `Aufnahme von ${camera}`,
      picture: (/** @type {string} */ camera) => `Bild von ${camera}`,
      recording: 'Der Clip wird noch aufgenommen. Laden Sie diese Seite gleich noch einmal.',
      uploading: 'Der Clip ist unterwegs. Laden Sie diese Seite gleich noch einmal.',
      failed: 'Zu diesem Ereignis gibt es keinen Clip.',
      expired: 'Der Clip wird nicht mehr aufbewahrt.',
      told: 'Wer den Link geschickt hat, sieht, wann er geöffnet wurde, und kann ihn jederzeit zurücknehmen.',
    }
  : {
      when: 'When',
      where: 'Where',
      length: 'Length',
      download: 'Download',
      plain: (/** @type {string} */ camera) => `Recording of ${camera}`,
      picture: (/** @type {string} */ camera) => `Picture of ${camera}`,
      recording: 'The clip is still being recorded. Load this page again in a moment.',
      uploading: 'The clip is on its way. Load this page again in a moment.',
      failed: 'There is no clip of this event.',
      expired: 'The clip is not kept any more.',
      told: 'Whoever shared this sees when the link was opened. They can take it back at any time.',
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

/** @param {unknown} event */
function whyWithoutClip(event) {
  switch (textIn(event, 'clip_status')) {
    case 'recording':
      return words.recording
    case 'uploading':
      return words.uploading
    case 'expired':
      return words.expired
    default:
      return words.failed
  }
}

/**
 * The clip, which gets a new address where the one it has is over; else the picture, and why there is no clip.
 *
 * @param {unknown} event
 * @param {string} camera
 * @param {() => Promise<unknown>} again
 */
function mediaOf(event, camera, again) {
  const clip = textIn(event, 'clip_url')
  const snapshot = textIn(event, 'snapshot_url')
  const picture = make('img', { class: 'media', src: snapshot ?? '', alt: words.picture(camera) })
  if (!clip) return [...(snapshot ? [picture] : []), make('p', { class: 'padded' }, whyWithoutClip(event))]
  const video = document.createElement('video')
  video.className = 'media'
  video.controls = true
  video.playsInline = true
  video.preload = 'metadata'
  video.setAttribute('aria-label', words.plain(camera))
  if (snapshot) video.poster = snapshot
  video.src = clip
  video.addEventListener('error', () => void renew(video, again))
  return [video]
}

/**
 * @param {HTMLVideoElement} video
 * @param {() => Promise<unknown>} again
 */
async function renew(video, again) {
  const before = video.src
  const at = video.currentTime
  const clip = textIn(await again(), 'clip_url')
  // The same address again is no help: this browser cannot play it.
  if (!clip || clip === before || video.dataset['renewed'] === clip) return
  if (at === 0 && video.dataset['renewed'] !== undefined) return
  video.dataset['renewed'] = clip
  video.src = clip
  video.currentTime = at
}

/** @param {number} bytes */
function sizeOf(bytes) {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(Math.max(0.1, bytes / 1_000_000))
}

/** @param {unknown} event */
function factsOf(event) {
  const triggeredAt = textIn(event, 'triggered_at') ?? ''
  const zone = textIn(event, 'timezone') ?? 'UTC'
  const at = new Date(triggeredAt)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium', timeZone: zone })
  const offset = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const place = (zone.split('/').at(-1) ?? '').replaceAll('_', ' ')
  const seconds = textIn(event, 'duration_sec')
  const when = make('dd', {}, make('time', { datetime: triggeredAt }, format.format(at)))
  when.append(
    make('span', { class: 'quiet-text zone' }, place === 'UTC' || !offset ? place : `${place}, ${offset}`),
  )
  return make(
    'dl',
    {},
    make('dt', {}, words.when),
    when,
    make('dt', {}, words.where),
    make('dd', {}, textIn(event, 'camera_name') ?? ''),
    ...(seconds ? [make('dt', {}, words.length), make('dd', {}, `${seconds}\u00a0s`)] : []),
  )
}

/** @param {unknown} event */
function downloadOf(event) {
  const clip = textIn(event, 'clip_url')
  if (!clip) return []
  const bytes = textIn(event, 'clip_bytes')
  const said = bytes ? `${words.download}, ${sizeOf(Number(bytes))}` : words.download
  return [make('a', { class: 'button', href: clip, download: '' }, said)]
}

/**
 * Shows what the holder of a link sees of an event. All of it is text, whatever it says.
 *
 * @param {HTMLElement} place
 * @param {unknown} event
 * @param {() => Promise<unknown>} again asks for the event anew; null: it is not shown any more
 */
export function showSharedEvent(place, event, again) {
  const camera = textIn(event, 'camera_name') ?? ''
  const title = textIn(event, 'summary') || words.plain(camera)
  place.replaceChildren(
    ...mediaOf(event, camera, again),
    make(
      'div',
      { class: 'padded' },
      make('h1', {}, title),
      factsOf(event),
      ...downloadOf(event),
      make('p', { class: 'note' }, words.told),
    ),
  )
}
