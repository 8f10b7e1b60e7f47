import {
  covers,
  knownWords,
  labelsOf,
  rolesOfPersons,
  seenWith,
  storedLabel,
} from '../../labels/label.service.js'
import type { EventFacts } from './event-facts.table.js'

/** What cameras call things beside the words of the vocabulary; without case or signs. */
const wordsOfCameras: Readonly<Record<string, string>> = {
  dogcat: 'animal',
  nonmotorvehicle: 'bicycle',
  plate: 'license plate',
}

/**
 * What a topic may report, with all that is narrower. Other words of ours have a sense of their own in the topics of
 * devices: `Mask`, `Water`, `Visitor`.
 */
const kindsOfTopics = [
  'person',
  'face',
  'vehicle',
  'license plate',
  'animal',
  'bag',
  'package',
  'weapon',
  'fire',
  'smoke',
]

const labelsByLetters: ReadonlyMap<string, string> = new Map([
  ...[...knownWords].map(([word, label]) => [lettersOf(word), label] as const),
  ...Object.entries(wordsOfCameras),
])

const roles = new Set(rolesOfPersons)

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

/** The last two parts of a topic are read: the rule's kind and its event. */
function ofTopic(topic: string): readonly string[] {
  const parts = topic.slice(0, 1024).split('/').slice(-2)
  return parts.flatMap((part) => {
    const label = labelOfKind(part.slice(part.lastIndexOf(':') + 1).replace(/detector$/i, ''))
    const isTold =
      label !== undefined && !roles.has(label) && kindsOfTopics.some((kind) => covers(kind, label))
    return isTold ? tagsOf(label) : []
  })
}

function ofData(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .slice(0, 40)
    .flatMap(([name, value]) => ofItem(lettersOf(name), String(value).slice(0, 200)))
}

function ofItem(name: string, value: string): readonly string[] {
  if (classNames.has(name)) return value.split(/[\s,;|]+/).flatMap(tagsOfWord)
  const kind = flagName.exec(name)?.groups?.['kind']
  return kind !== undefined && isTrue.has(value.trim().toLowerCase()) ? tagsOfWord(kind) : []
}

function tagsOfWord(word: string): readonly string[] {
  const label = labelOfKind(word)
  return label === undefined ? [] : tagsOf(label)
}

/** A label with what was seen with it, and all that covers either, as they are stored. */
function tagsOf(label: string): readonly string[] {
  const others = seenWith(label).flatMap(labelsOf)
  return [...new Set([...labelsOf(label), ...others])].map(storedLabel)
}

/** `PeopleDetect`, `humanShape`, `DogCatDetection`: the words of ours, with or without what is done about them. */
function labelOfKind(word: string): string | undefined {
  const given = lettersOf(word)
  const named = given.replace(/detect(?:ion)?$/, '')
  const forms = [given, named, named.replace(/s$/, '')]
  return forms.map((form) => labelsByLetters.get(form)).find((label) => label !== undefined)
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, '')
}
