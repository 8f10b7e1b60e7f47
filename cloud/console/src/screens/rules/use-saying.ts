import { useCameras } from '../../api/cameras.js'
import { useSites } from '../../api/sites.js'
import { useLanguage, useText } from '../../text/use-text.js'
import type { Saying } from './condition-words.js'
import { useRulesText } from './use-rules-text.js'

/** What is needed to say conditions: words, and names of cameras and sites. */
export function useSaying(): Saying {
  const text = useRulesText()
  const { events } = useText()
  const language = useLanguage()
  const cameras = useCameras(null).data ?? []
  const sites = useSites().data ?? []
  const names = new Map([...cameras, ...sites].map(({ id, name }) => [id, name]))
  return { text, events, language, nameOf: (id) => names.get(id) }
}
