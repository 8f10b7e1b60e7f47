import { useState } from 'react'
import { useCameras } from '../../api/cameras.js'
import { useSites } from '../../api/sites.js'
import { Check, Field } from '../../controls/field.js'
import { useText } from '../../text/use-text.js'
import { categories } from '../events/filter.js'
import { DayChecks } from './day-checks.js'
import { selectLook } from './panel.js'
import type { Condition } from './predicate-edit.js'
import { useRulesText } from './use-rules-text.js'

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

const severities = ['info', 'low', 'medium', 'high', 'critical'] as const

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

interface NumberFieldProps {
  readonly label: string
  readonly value: number | null
  readonly least?: number
  readonly most: number
  readonly onChange: (value: number | null) => void
  readonly className?: string
}

/** A whole number within bounds, or none. What is out of them is held at them. */
export function NumberField({ label, value, least = 0, most, onChange, className = '' }: NumberFieldProps) {
  return (
    <Field
      type="number"
      inputMode="numeric"
      label={label}
      min={least}
      max={most}
      value={value ?? ''}
      onChange={({ target }) => {
        const typed = Math.round(Number(target.value))
        onChange(target.value === '' ? null : Math.min(most, Math.max(least, typed)))
      }}
      className={className}
    />
  )
}

/** Words with commas between them. What is typed stays as it is while it is typed. */
export function ListField({
  label,
  value,
  onChange,
}: {
  label: string
  value: readonly string[]
  onChange: (words: string[]) => void
}) {
  const [typed, setTyped] = useState(value.join(', '))
  return (
    <Field
      label={label}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        const words = target.value.split(',').map((word) => word.trim())
        onChange([...new Set(words.filter((word) => word !== ''))])
      }}
    />
  )
}

interface ChoicesProps {
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** More than these are looked for by words. */
const mostWithoutSearch = 12
/** So many are shown at once; the others by their name. */
const mostShown = 100

/** Some of many, by their boxes. */
export function Choices({ options, chosen, onChange }: ChoicesProps) {
  const text = useRulesText()
  const [words, setWords] = useState('')
  const found = options.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  // What is chosen is first, so that it is seen; as it was when this was opened, so that nothing moves under the pointer.
  const [first] = useState(() => new Set(chosen))
  const shown = found.toSorted((one, other) => Number(first.has(other.id)) - Number(first.has(one.id)))
  return (
    <div className="flex flex-col gap-2">
      {options.length > mostWithoutSearch && (
        <Field label={text.edit.search} value={words} onChange={({ target }) => setWords(target.value)} />
      )}
      <div className="max-h-[280px] overflow-y-auto rounded-2 border border-line px-3 py-1">
        {shown.slice(0, mostShown).map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
            className="min-h-(--target) break-words max-wide:min-h-[44px]"
          />
        ))}
        {shown.length > mostShown && <p className="py-2 text-xs text-ink-3">+{shown.length - mostShown}</p>}
      </div>
    </div>
  )
}
