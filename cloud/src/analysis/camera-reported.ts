import type { EventFacts } from './event-facts.table.js'

/** What cameras call things, and the tags under which rules know them. Words are compared without case or signs. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  human: ['person'],
  humans: ['person'],
  humanbody: ['person'],
  humandetect: ['person'],
  humandetection: ['person'],
  humanshape: ['person'],
  humanshapedetect: ['person'],
  people: ['person'],
  peopledetect: ['person'],
  peopledetection: ['person'],
  pedestrian: ['person'],
  person: ['person'],
  persondetect: ['person'],
  face: ['face', 'person'],
  facedetect: ['face', 'person'],
  facedetection: ['face', 'person'],
  humanface: ['face', 'person'],
  vehicle: ['vehicle'],
  vehicles: ['vehicle'],
  vehicledetect: ['vehicle'],
  vehicledetection: ['vehicle'],
  motorvehicle: ['vehicle'],
  car: ['car', 'vehicle'],
  cardetect: ['car', 'vehicle'],
  van: ['van', 'vehicle'],
  truck: ['truck', 'vehicle'],
  bus: ['bus', 'vehicle'],
  motorcycle: ['motorcycle', 'vehicle'],
  motorbike: ['motorcycle', 'vehicle'],
  bicycle: ['bicycle'],
  bike: ['bicycle'],
  nonmotorvehicle: ['bicycle'],
  licenseplate: ['license_plate', 'vehicle'],
  plate: ['license_plate', 'vehicle'],
  animal: ['animal'],
  animaldetect: ['animal'],
  pet: ['animal'],
  petdetect: ['animal'],
  dogcat: ['animal'],
  dogcatdetect: ['animal'],
  dog: ['dog', 'animal'],
  cat: ['cat', 'animal'],
  package: ['package'],
  packagedetect: ['package'],
  parcel: ['package'],
}

/** Values that name the class of an object: ONVIF's `ObjectType` and `ClassTypes`, and what makers write instead. */
const classNames = new Set(['classtypes', 'classtype', 'objecttype', 'objectclass', 'class', 'targettype'])

/** Values that say by themselves whether a thing of a class is there, as `IsPeople` of `TPSmartEvent`. */
const flagName = /^(?:is|has)(?<kind>[a-z]+)$/

const isTrue = new Set(['true', '1', 'yes'])

/** What a camera's message is made of, of an event's row. */
type Reported = Pick<EventFacts, 'trigger_source' | 'trigger_topic'> & {
  readonly raw_data: Readonly<Record<string, unknown>>
}

/**
 * The kinds of objects that a camera itself reported with its event, as tags; none for what it did not report by ONVIF
 * or for words that are not known here. Whatever a camera writes, only words of our own come out.
 */
export function cameraReported({ trigger_source, trigger_topic, raw_data }: Reported): string[] {
  if (trigger_source !== 'onvif') return []
  const found = [...ofTopic(trigger_topic), ...ofData(raw_data['data'])]
  return [...new Set(found)]
}

/** The last two parts of a topic are looked at: the rule's kind and its event. */
function ofTopic(topic: string): readonly string[] {
  const parts = topic.slice(0, 1024).split('/').slice(-2)
  return parts.flatMap((part) => tagsOf(part.slice(part.lastIndexOf(':') + 1).replace(/detector$/i, '')))
}

function ofData(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .slice(0, 40)
    .flatMap(([name, value]) => ofItem(plain(name), String(value).slice(0, 200)))
}

function ofItem(name: string, value: string): readonly string[] {
  if (classNames.has(name)) return value.split(/[\s,;|]+/).flatMap(tagsOf)
  const kind = flagName.exec(name)?.groups?.['kind']
  return kind !== undefined && isTrue.has(value.trim().toLowerCase()) ? tagsOf(kind) : []
}

function tagsOf(word: string): readonly string[] {
  const known = plain(word)
  return Object.hasOwn(kinds, known) ? (kinds[known] ?? []) : []
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, '')
