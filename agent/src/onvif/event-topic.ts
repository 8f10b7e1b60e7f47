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

/** Topics of the standard and of makers that tell of the device; they come all the time, and nothing happened at the site. */
const knownTopics =
  /^(?:device\/(?:hardwarefailure|operationmode)|monitoring|recordingconfig|recordinghistory|media\/|configuration|ptz|advancedsecurity|trackconfig|receiver|(?:video|audio)source\/connectionfailed|videosource\/(?:livestreamaccessed|daynightvision|abr)|credential|accesscontrol\/config|user ?settings|useralarm\/(?:recurring|guardtour))/

/** Segments that tell of the device wherever they stand. */
const segmentsOfDevice =
  /^(?:(?:[a-z]+ )?logs?|syslogs?|storage(?: .*)?|hardware(?: .*)?|network(?: (?!camera|video).*)?|s?ntp(?: .*)?|time ?sync\w*(?: .*)?|heart ?beat|keep ?alive)$/

/** What comes in from outside, whatever it is below. */
const inputs = /\b(?:triggers?|digital ?inputs?|relays?)\b/

/** Words for a part or a duty of the device. */
const partsOfDevice =
  /\b(?:logs?|syslogs?|audit|storage|disks?|hdd|ssd|sd ?card|memory card|raid|network(?! ?(?:camera|video))|ethernet|lan|wi ?fi|(?:ip|mac)(?: address)? conflict|ddns|dhcp|s?ntp|(?:time|clock) ?sync\w*|time (?:chang|set|updat)\w*|hardware\w*|fans?|cpu|processor|heart ?beat|keep ?alive|firmware|upgrad\w*|reboot\w*|restart\w*|boot\w*|shut ?down|start ?up|certificates?|log(?:in|on|out|off)|sessions?|mqtt|smtp|ftp|recordings?|encoders?|diagnos\w*|maintenance|self ?test)\b/
/** The same, of which something at the site may be told elsewhere. */
const partsBelowDevice = /\b(?:temperature|power|voltage|battery|memory)\b/

/** Folders of topics that watch the site. */
const rootsOfSite =
  /^(?:rule ?engine|video ?analytics|video ?source|audio ?source|audio ?analytics|access ?control|door)\b/
/** Words for what is watched. */
const ofSite =
  /\b(?:motion|vmd|human|person|people|face|vehicle|car|animal|pet|object|line ?(?:cross|detect)\w*|tripwire|intru\w*|loiter\w*|tamper\w*|sound|audio|glass|pir)\b/
/** What may happen at the site and is told below `Device`, beside that. */
const atDevice =
  /\b(?:io|(?:virtual )?(?:in|out)?ports?|(?:virtual )?inputs?|sensors?|alarms?|casing|cover|housing|shock|door|door ?bell|bell|button|visitor|panic|sos|fire|smoke|call|manual)\b/

/**
 * A topic in the one form in which it is compared: without prefixes, blanks, the tails `/.` and `//.` that stand for
 * "and all below", and without the misspelling that several makers share.
 */
export function plainTopic(topic: string): string {
  return topic
    .replaceAll(/\s+/g, '')
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

/**
 * Whether a topic tells of the device (its log, hardware, storage, network, time), and not of what it watches. Below
 * `Device` that is the rule and inputs are the exception; elsewhere it is what the words say.
 */
export function isHousekeeping(topic: string): boolean {
  const plain = plainTopic(topic)
  if (knownTopics.test(plain.toLowerCase())) return true
  const segments = plain.split('/').map(wordsOf)
  if (segments.some((segment) => segmentsOfDevice.test(segment))) return true
  const words = segments.join(' / ')
  if (inputs.test(words)) return false
  if (segments[0] === 'device') {
    const isOfPart = partsOfDevice.test(words) || partsBelowDevice.test(words)
    return isOfPart || !(ofSite.test(words) || atDevice.test(words))
  }
  return !rootsOfSite.test(words) && partsOfDevice.test(words) && !ofSite.test(words)
}

/** `IPConflictState` as `ip conflict state`. */
function wordsOf(segment: string): string {
  return segment
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
}
