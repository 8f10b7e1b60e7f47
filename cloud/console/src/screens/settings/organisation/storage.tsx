import type { Organisation } from '../../../api/organisation.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { useLanguage } from '../../../text/use-text.js'
import { localeOf, sizeOf } from '../../../time/format.js'
import { useOrganisationText } from './use-organisation-text.js'

/** From this share on it is said that room runs out. */
const nearlyFull = 0.9

/** How much clips and pictures take, of what they may take. */
export function Storage({ organisation }: { organisation: Organisation }) {
  const text = useOrganisationText()
  const language = useLanguage()
  const { storage_used_bytes: used, storage_quota_bytes: quota } = organisation
  if (quota === null)
    return (
      <Section title={text.storage}>
        <p>
          {text.used(sizeOf(used, language))} <span className="text-ink-3">{text.noQuota}</span>
        </p>
      </Section>
    )
  const share = quota === 0 ? 1 : Math.min(1, used / quota)
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(share)
  return (
    <Section title={text.storage}>
      <p>{text.usedOf(sizeOf(used, language), sizeOf(quota, language), percent)}</p>
      <div
        role="meter"
        aria-label={text.storage}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 overflow-hidden rounded-full bg-surface-3"
      >
        <div
          className={`h-full ${share >= nearlyFull ? 'bg-warn' : 'bg-ink-3'}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      {share >= 1 && <Note tone="warn">{text.full}</Note>}
      {share >= nearlyFull && share < 1 && <Note tone="warn">{text.nearlyFull}</Note>}
    </Section>
  )
}
