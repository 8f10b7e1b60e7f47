import { type ReactNode, useState } from 'react'
import type { KnobsChange } from '../../api/quiet.js'
import { type Override, useChangeOverride } from '../../api/quiet-camera.js'
import { Check } from '../../controls/field.js'
import { Unsaved } from '../../frame/unsaved.js'
import { useText } from '../../text/use-text.js'
import { categories } from '../events/filter.js'
import { learns, repeatChoices, severities } from './knob-choices.js'
import { Setting } from './panel.js'
import { QuietHours } from './quiet-hours.js'
import { SaveKnobs } from './save-knobs.js'
import { useSaying } from './use-saying.js'
import { Choices, ListField, NumberField } from './value-fields.js'

/** What a camera has of its own of all that holds alerts back. What it has not is as each rule has it. */
export function OverrideFields({ cameraId, override }: { cameraId: string; override: Override }) {
  const { text, language } = useSaying()
  const { events } = useText()
  const change = useChangeOverride(cameraId)
  const [typed, setTyped] = useState<KnobsChange>({})
  const set = (part: KnobsChange) => change.mutate(part)
  const type = (part: KnobsChange) => setTyped((before) => ({ ...before, ...part }))
  // Null: it is to be taken away.
  const shown = { ...override, ...typed }
  const asRule = { value: '', says: text.asRule }
  const graver = severities.map((one) => ({ value: one, says: events.severity[one] }))
  const known = override.repeat_window_sec
  const isTyped = Object.keys(typed).length > 0
  return (
    <>
      <Unsaved isUnsaved={isTyped} />
      <Setting
        label={text.knobs.enabled}
        value={override.enabled === undefined ? '' : override.enabled ? 'on' : 'off'}
        options={[asRule, { value: 'on', says: text.yes }, { value: 'off', says: text.noWord }]}
        onChange={(chosen) => set({ enabled: chosen === '' ? null : chosen === 'on' })}
        mayChange
      />
      <Setting
        label={text.knobs.min_severity}
        value={override.min_severity ?? ''}
        options={[asRule, ...graver]}
        onChange={(chosen) => set({ min_severity: severities.find((one) => one === chosen) ?? null })}
        mayChange
      />
      <Setting
        label={text.knobs.never_hold_back}
        value={override.never_hold_back ?? ''}
        options={[asRule, ...graver, { value: 'none', says: text.neverSpared }]}
        onChange={(chosen) =>
          set({ never_hold_back: ([...severities, 'none'] as const).find((one) => one === chosen) ?? null })
        }
        mayChange
      />
      <Setting
        label={text.knobs.repeat_window_sec}
        value={known === undefined ? '' : String(known)}
        options={[asRule, ...repeatChoices(known, { off: text.offWord, language })]}
        onChange={(chosen) => set({ repeat_window_sec: chosen === '' ? null : Number(chosen) })}
        mayChange
      />
      <Setting
        label={text.knobs.learn_from_feedback}
        value={override.learn_from_feedback ?? ''}
        options={[asRule, ...learns.map((one) => ({ value: one, says: text.learn[one] }))]}
        onChange={(chosen) => set({ learn_from_feedback: learns.find((one) => one === chosen) ?? null })}
        mayChange
      />
      <p className="text-xs text-ink-3">{text.emptyAsRule}</p>
      <div className="grid grid-cols-3 gap-3 max-wide:grid-cols-1">
        <NumberField
          label={text.knobs.min_confidence}
          value={percentOf(shown.min_confidence)}
          most={100}
          onChange={(percent) => type({ min_confidence: percent === null ? null : percent / 100 })}
        />
        <NumberField
          label={text.knobs.learn_after}
          value={shown.learn_after ?? null}
          least={2}
          most={50}
          onChange={(count) => type({ learn_after: count })}
        />
        <NumberField
          label={text.knobs.learn_within_days}
          value={shown.learn_within_days ?? null}
          least={1}
          most={90}
          onChange={(days) => type({ learn_within_days: days })}
        />
      </div>
      <Own
        label={text.knobs.suppressed_tags}
        isOwn={isSet(shown.suppressed_tags)}
        onOwn={(isOwn) => type({ suppressed_tags: isOwn ? [] : null })}
      >
        <ListField
          label={`${text.knobs.suppressed_tags}, ${text.edit.comma}`}
          value={shown.suppressed_tags ?? []}
          onChange={(tags) => type({ suppressed_tags: tags })}
        />
      </Own>
      <Own
        label={text.knobs.suppressed_categories}
        isOwn={isSet(shown.suppressed_categories)}
        onOwn={(isOwn) => type({ suppressed_categories: isOwn ? [] : null })}
      >
        <Choices
          options={categories.map((id) => ({ id, name: events.categories[id] }))}
          chosen={shown.suppressed_categories ?? []}
          onChange={(ids) => type({ suppressed_categories: categories.filter((one) => ids.includes(one)) })}
        />
      </Own>
      <Own
        label={text.knobs.quiet_hours}
        isOwn={isSet(shown.quiet_hours)}
        onOwn={(isOwn) => type({ quiet_hours: isOwn ? [] : null })}
      >
        <QuietHours
          windows={shown.quiet_hours ?? []}
          onChange={(windows) => type({ quiet_hours: windows })}
        />
      </Own>
      <SaveKnobs
        isTyped={isTyped}
        change={change}
        onSave={() => change.mutate(typed, { onSuccess: () => setTyped({}) })}
      />
    </>
  )
}

const isSet = (knob: readonly unknown[] | null | undefined): boolean => knob !== null && knob !== undefined

const percentOf = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(share * 100)

interface OwnProps {
  readonly label: string
  readonly isOwn: boolean
  readonly onOwn: (isOwn: boolean) => void
  readonly children: ReactNode
}

/** A list that a camera has of its own once it is ticked; an empty one holds nothing back. */
function Own({ label, isOwn, onOwn, children }: OwnProps) {
  const { text } = useSaying()
  return (
    <div className="flex flex-col gap-2">
      <Check label={text.ownHere(label)} checked={isOwn} onChange={({ target }) => onOwn(target.checked)} />
      {isOwn && children}
    </div>
  )
}
