import { useCameras } from '../../api/cameras.js'
import { useSites } from '../../api/sites.js'
import { Field } from '../../controls/field.js'
import { useText } from '../../text/use-text.js'
import { categories } from '../events/filter.js'
import { DayChecks } from './day-checks.js'
import { severities } from './knob-choices.js'
import { selectLook } from './panel.js'
import type { Condition } from './predicate-edit.js'
import { useRulesText } from './use-rules-text.js'
import { Choices, ListField, NumberField } from './value-fields.js'

interface FieldsProps<One extends Condition = Condition> {
  readonly condition: One
  readonly onChange: (condition: Condition) => void
}

type Of<Op extends Condition['op']> = FieldsProps<Extract<Condition, { op: Op }>>

/** What can be said of one condition. */
export function ConditionFields({ condition, onChange }: FieldsProps) {
  const text = useRulesText()
  const { events } = useText()
  const cameras = useCameras(null).data ?? []
  const sites = useSites().data ?? []
  switch (condition.op) {
    case 'object':
      return <ObjectFields condition={condition} onChange={onChange} />
    case 'time':
      return <TimeFields condition={condition} onChange={onChange} />
    case 'severity':
      return <SeverityFields condition={condition} onChange={onChange} />
    case 'duration':
      return <DurationFields condition={condition} onChange={onChange} />
    case 'camera':
      return (
        <Choices
          options={cameras}
          chosen={condition.in}
          onChange={(ids) => onChange({ ...condition, in: ids })}
        />
      )
    case 'site':
      return (
        <Choices
          options={sites}
          chosen={condition.in}
          onChange={(ids) => onChange({ ...condition, in: ids })}
        />
      )
    case 'category':
      return (
        <Choices
          options={categories.map((id) => ({ id, name: events.categories[id] }))}
          chosen={condition.in}
          onChange={(chosen) =>
            onChange({ ...condition, in: categories.filter((one) => chosen.includes(one)) })
          }
        />
      )
    case 'source':
      return (
        <Choices
          options={sources.map((id) => ({ id, name: text.sources[id] }))}
          chosen={condition.in}
          onChange={(chosen) => onChange({ ...condition, in: sources.filter((one) => chosen.includes(one)) })}
        />
      )
    case 'confidence':
      return (
        <NumberField
          label={text.edit.sureness}
          value={Math.round(condition.at_least * 100)}
          most={100}
          onChange={(percent) => onChange({ ...condition, at_least: (percent ?? 0) / 100 })}
        />
      )
    case 'tag':
      return (
        <ListField
          label={`${text.ops.tag}, ${text.edit.comma}`}
          value={condition.in}
          onChange={(tags) => onChange({ ...condition, in: tags })}
        />
      )
    case 'text':
      return (
        <Field
          label={text.ops.text}
          value={condition.value}
          maxLength={200}
          onChange={({ target }) => onChange({ ...condition, value: target.value })}
        />
      )
    case 'topic':
      return (
        <Field
          label={text.ops.topic}
          value={condition.like}
          maxLength={200}
          onChange={({ target }) => onChange({ ...condition, like: target.value })}
        />
      )
  }
}

const sources = ['onvif', 'software', 'manual', 'scheduled', 'ai'] as const

function ObjectFields({ condition, onChange }: Of<'object'>) {
  const { edit } = useRulesText()
  const { at_least: least, at_most: most, min_confidence: sure, ...rest } = condition
  const set = (bounds: { least?: number | null; most?: number | null; sure?: number | null }): void => {
    const next = { least: least ?? null, most: most ?? null, sure: sure ?? null, ...bounds }
    onChange({
      ...rest,
      ...(next.least !== null && next.most !== 0 && { at_least: next.least }),
      ...(next.most !== null && { at_most: next.most }),
      ...(next.sure !== null && { min_confidence: next.sure }),
    })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label={edit.label}
        value={condition.label}
        maxLength={100}
        onChange={({ target }) => onChange({ ...condition, label: target.value })}
        className="col-span-2"
      />
      <NumberField
        label={edit.atLeast}
        value={least ?? null}
        least={1}
        most={100}
        onChange={(value) => set({ least: value })}
      />
      <NumberField
        label={edit.atMost}
        value={most ?? null}
        most={100}
        onChange={(value) => set({ most: value })}
      />
      <NumberField
        label={edit.sureness}
        value={sure === undefined ? null : Math.round(sure * 100)}
        most={100}
        onChange={(value) => set({ sure: value === null || value === 0 ? null : value / 100 })}
        className="col-span-2"
      />
    </div>
  )
}

function TimeFields({ condition, onChange }: Of<'time'>) {
  const { edit } = useRulesText()
  const { days, ...rest } = condition
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field
          type="time"
          label={edit.from}
          value={condition.from}
          onChange={({ target }) => target.value !== '' && onChange({ ...condition, from: target.value })}
        />
        {/* A field of the browser knows no 24:00. */}
        <Field
          type="time"
          label={edit.to}
          value={condition.to === '24:00' ? '00:00' : condition.to}
          onChange={({ target }) =>
            target.value !== '' &&
            onChange({ ...condition, to: target.value === '00:00' ? '24:00' : target.value })
          }
        />
      </div>
      <DayChecks
        days={days ?? []}
        onChange={(chosen) => onChange(chosen.length === 0 ? rest : { ...rest, days: chosen })}
      />
      <p className="text-xs text-ink-3">
        {edit.everyDay} {edit.nextDay}
      </p>
    </>
  )
}

function SeverityFields({ condition, onChange }: Of<'severity'>) {
  const { edit } = useRulesText()
  const words = useText().events.severity
  const { at_least: least, at_most: most, op } = condition
  const choose = (name: 'at_least' | 'at_most', label: string) => (
    <label className="flex flex-col gap-[6px] font-strong text-ink-2">
      {label}
      <select
        value={condition[name] ?? ''}
        onChange={({ target }) => {
          const chosen = severities.find((one) => one === target.value)
          const next = { at_least: least, at_most: most, [name]: chosen }
          onChange({
            op,
            ...(next.at_least && { at_least: next.at_least }),
            ...(next.at_most && { at_most: next.at_most }),
          })
        }}
        className={selectLook}
      >
        <option value="">{edit.any}</option>
        {severities.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className="grid grid-cols-2 gap-3">
      {choose('at_least', edit.atLeast)}
      {choose('at_most', edit.atMost)}
    </div>
  )
}

function DurationFields({ condition, onChange }: Of<'duration'>) {
  const { edit } = useRulesText()
  const set = (name: 'at_least' | 'at_most', value: number | null): void => {
    const { [name]: _before, ...others } = condition
    onChange(value === null ? others : { ...others, [name]: value })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <NumberField
        label={`${edit.atLeast}, ${edit.seconds}`}
        value={condition.at_least ?? null}
        most={86_400}
        onChange={(value) => set('at_least', value)}
      />
      <NumberField
        label={`${edit.atMost}, ${edit.seconds}`}
        value={condition.at_most ?? null}
        most={86_400}
        onChange={(value) => set('at_most', value)}
      />
    </div>
  )
}
