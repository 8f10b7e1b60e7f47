import { type ReactNode, useId } from 'react'
import { Button } from '../../../controls/button.js'
import type { SettingName } from './camera-draft.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

interface GroupProps {
  readonly title: string
  readonly children: ReactNode
}

/** Settings that belong together. */
export function Group({ title, children }: GroupProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-5 border-b border-line px-5 py-5 last:border-b-0 max-wide:px-4"
    >
      <h2 id={id} className="text-lg font-title">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly name: string; readonly says: string }[]
  readonly onChange: (chosen: Value) => void
}

/** One of a few beside each other, with a sentence that says what the chosen one does and costs. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  return (
    <fieldset aria-describedby={`${id}-says`} className="flex min-w-0 flex-col gap-2">
      <legend className="pb-2 font-strong text-ink-2">{label}</legend>
      <div className="flex w-fit max-w-full flex-wrap gap-1 rounded-2 bg-surface-2 p-[3px] light-edge">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex h-control-small cursor-pointer items-center rounded-1 px-3 text-ink-2 hover:text-ink has-checked:bg-surface-3 has-checked:font-strong has-checked:text-ink has-checked:shadow-1 has-focus-visible:shadow-(--focus) pointer-coarse:h-[44px]"
          >
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.name}
          </label>
        ))}
      </div>
      <p id={`${id}-says`} className="text-xs text-ink-3">
        {chosen?.says}
      </p>
    </fieldset>
  )
}

interface SecondsProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly says: string
  /** The value as people read it. */
  readonly shown: string
  readonly onChange: (value: number) => void
}

/** A number between two others, by a slider. */
export function Seconds({ label, value, min, max, says, shown, onChange }: SecondsProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-strong text-ink-2">
          {label}
        </label>
        <output htmlFor={id} className="font-strong">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-valuetext={shown}
        aria-describedby={`${id}-says`}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-(--target) w-full cursor-pointer accent-(--accent)"
      />
      <p id={`${id}-says`} className="text-xs text-ink-3">
        {says}
      </p>
    </div>
  )
}

interface ContestedProps {
  readonly form: SettingsForm
  readonly name: SettingName
  /** What somebody else set, in words. */
  readonly theirs: string
}

/** That somebody else set the same otherwise meanwhile, and which of both is to stand. */
export function Contested({ form, name, theirs }: ContestedProps) {
  const text = useSettingsText()
  if (!form.contested.includes(name)) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-2 bg-warn-soft px-3 py-2">
      <span className="min-w-[16ch] flex-1">{text.contested(theirs)}</span>
      <Button small onClick={() => form.takeTheirs(name)}>
        {text.takeTheirs}
      </Button>
      <Button small onClick={() => form.keepMine(name)}>
        {text.keepMine}
      </Button>
    </div>
  )
}
