import { attribute, child, type XmlNode } from './read-xml.js'

const mostTopics = 200
const deepest = 12
/** Longer ones are none: what a camera calls its topics may be a megabyte. */
const longestTopic = 256

/** The topics of a GetEventPropertiesResponse as paths of local names; empty where the camera lists none. */
export function readTopics(body: XmlNode): string[] {
  const found: string[] = []
  collect(child(body, 'GetEventPropertiesResponse', 'TopicSet'), [], found)
  return found
}

function collect(node: XmlNode, path: readonly string[], found: string[]): void {
  if (typeof node !== 'object' || node === null || path.length > deepest || found.length >= mostTopics) return
  if (/^(?:true|1)$/i.test(attribute(node, 'topic')) || child(node, 'MessageDescription') !== undefined) {
    const topic = path.join('/')
    if (topic.length <= longestTopic) found.push(topic)
  }
  for (const [name, inner] of Object.entries(node)) {
    if (name.startsWith('@') || name.startsWith('#') || name === 'MessageDescription') continue
    for (const one of Array.isArray(inner) ? inner : [inner]) collect(one, [...path, name], found)
  }
}
