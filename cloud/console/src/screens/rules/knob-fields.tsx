import { useState } from 'react'
import { type Knobs, type KnobsChange, useChangeKnobs } from '../../api/quiet.js'
import { useText } from '../../text/use-text.js'
import { categories } from '../events/filter.js'
import { learns, repeatChoices, severities } from './knob-choices.js'
import { Setting } from './panel.js'
import { QuietHours } from './quiet-hours.js'
import { SaveKnobs } from './save-knobs.js'
import { useSaying } from './use-saying.js'
import { Choices, ListField, NumberField } from './value-fields.js'

/** Everything that holds alerts of a rule back. Lists of the browser count at once, fields once they are saved. */
export function KnobFields({ ruleId, knobs }: { ruleId: string; knobs: Knobs }) {
  const { text, language } = useSaying()
  const { events } = useText()
  const change = useChangeKnobs(ruleId)
  const [typed, setTyped] = useState<KnobsChange>({})
  const set = (part: KnobsChange) => change.mutate(part)
  const type = (part: KnobsChange) => setTyped((before) => ({ ...before, ...part }))
  const graver = severities.map((one) => ({ value: one, says: events.severity[one] }))
  const shown = { ...knobs, ...typed }
  return (
    <>
      <Setting
        label={text.knobs.enabled}
        value={knobs.enabled ? 'on' : 'off'}
        options={[
          { value: 'on', says: text.yes },
          { value: 'off', says: text.noWord },
        ]}
        onChange={(chosen) => set({ enabled: chosen === 'on' })}
        mayChange
      />
      <Setting
        label={text.knobs.min_severity}
        value={knobs.min_severity}
        options={graver}
        onChange={(chosen) => set({ min_severity: severities.find((one) => one === chosen) ?? null })}
        mayChange
      />
      <Setting
        label={text.knobs.never_hold_back}
        value={knobs.never_hold_back}
        options={[...graver, { value: 'none', says: text.neverSpared }]}
        onChange={(chosen) => set({ never_hold_back: severities.find((one) => one === chosen) ?? 'none' })}
        mayChange
      />
      <Setting
        label={text.knobs.repeat_window_sec}
        value={String(knobs.repeat_window_sec)}
        options={repeatChoices(knobs.repeat_window_sec, { off: text.offWord, language })}
        onChange={(chosen) => set({ repeat_window_sec: Number(chosen) })}
        mayChange
      />
      <Setting
        label={text.knobs.learn_from_feedback}
        value={knobs.learn_from_feedback}
        options={learns.map((one) => ({ value: one, says: text.learn[one] }))}
        onChange={(chosen) => set({ learn_from_feedback: learns.find((one) => one === chosen) ?? null })}
        mayChange
      />
      <div className="grid grid-cols-3 gap-3 max-wide:grid-cols-1">
        <NumberField
          label={text.knobs.min_confidence}
          value={Math.round((shown.min_confidence ?? 0) * 100)}
          most={100}
          onChange={(percent) => type({ min_confidence: (percent ?? 0) / 100 })}
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
      <ListField
        label={`${text.knobs.suppressed_tags}, ${text.edit.comma}`}
        value={knobs.suppressed_tags}
        onChange={(tags) => type({ suppressed_tags: tags })}
      />
      <fieldset>
        <legend className="pb-1 font-strong text-ink-2">{text.knobs.suppressed_categories}</legend>
        <Choices
          options={categories.map((id) => ({ id, name: events.categories[id] }))}
          chosen={shown.suppressed_categories ?? []}
          onChange={(ids) => type({ suppressed_categories: categories.filter((one) => ids.includes(one)) })}
        />
      </fieldset>
      <QuietHours windows={shown.quiet_hours ?? []} onChange={(windows) => type({ quiet_hours: windows })} />
      <SaveKnobs
        isTyped={Object.keys(typed).length > 0}
        change={change}
        onSave={() => change.mutate(typed, { onSuccess: () => setTyped({}) })}
      />
    </>
  )
}
