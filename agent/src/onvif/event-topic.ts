import type { EventCategory } from '@sightline/protocol'

/** What the words of a topic mean, the more specific before the more general. */
const meanings: readonly (readonly [EventCategory, RegExp])[] = [
  ['line_crossing', /line ?(?:cross|detect|count)|cross(?:ed|ing)? ?(?:line|border)|crossline|tripwire/],
  [
    'intrusion',
    /intru(?:sion|der)|field ?detector|objects? ?inside|region ?(?:entrance|exit)|loiter|perimeter|trespass|enterregion|leaveregion/,
  ],
  [
    'tampering_scene',
    /global ?scene|scene ?change|image ?too|toodark|toobright|tooblurry|defocus|signal ?(?:loss|standard)|video ?loss/,
  ],
  ['tamper', /tamper|shelter|occlu|hidealarm|camera ?(?:cover|mask)|blind/],
  ['audio', /audio|sound|noise|scream|cry|glass ?break|gunshot/],
  [
    'analytics_object',
    /human|people|person|face|vehicle|\bcar\b|cardetect|\bpet\b|petdetect|dog|cat(?:detect|\b)|animal|package|plate|object|tpsmart|shape/,
  ],
  ['io', /digital ?input|logical ?state|relay|\bio\b|\bpir\b|trigger|port|visitor|doorbell|button/],
  ['motion', /motion|vmd|movement|activity/],
]

/** States of the device itself; they come all the time, and nothing has happened at the site. */
const housekeeping =
  /^(?:device\/(?:hardwarefailure|operationmode)|monitoring|recordingconfig|recordinghistory|media\/|configuration|ptzcontroller|advancedsecurity|trackconfig|receiver|videosource\/connectionfailed|credential|accesscontrol\/config|user ?settings)/

/**
 * A topic in the one form in which it is compared: without prefixes, blanks, the tails `/.` and `//.` that stand for
 * "and all below", and without the misspelling that several makers share.
 */
export function plainTopic(topic: string): string {
  return topic
    .replaceAll(/\s+/g, '')
    .replace(/\/+\.?$/, '')
    .split('/')
    .map((segment) => segment.slice(segment.lastIndexOf(':') + 1))
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
    .replaceAll(/VideoSoure/gi, 'VideoSource')
}

/** What a topic is about; `other` for what nobody here has heard of. */
export function categoryOf(topic: string): EventCategory {
  const words = plainTopic(topic)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('/', ' ')
  const joined = words.replaceAll(' ', '')
  return meanings.find(([, pattern]) => pattern.test(words) || pattern.test(joined))?.[0] ?? 'other'
}

/** Whether a topic is about the device, and not about what it watches. */
export function isHousekeeping(topic: string): boolean {
  return housekeeping.test(plainTopic(topic).toLowerCase())
}
