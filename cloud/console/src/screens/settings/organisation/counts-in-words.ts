import type { Language } from '../../../text/text.js'
import { countOf } from '../../../time/format.js'
import type { useOrganisationText } from './use-organisation-text.js'

/** As many the service counts; there may be more. */
const most = 10_000

/** What is deleted, such as "1,204 clips and 1 event"; null: nothing. */
export function countsInWords(
  { clips, events }: { readonly clips: number; readonly events: number },
  text: Pick<ReturnType<typeof useOrganisationText>, 'clips' | 'events' | 'orMore' | 'and'>,
  language: Language,
): string | null {
  const said = (count: number): string =>
    count >= most ? text.orMore(countOf(count, language)) : countOf(count, language)
  const parts = [
    clips > 0 ? text.clips(said(clips), clips === 1) : null,
    events > 0 ? text.events(said(events), events === 1) : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(text.and)
}
