import { useId } from 'react'
import { type FocusPreset, useFocusPresets } from '../../../api/focus.js'
import { Button } from '../../../controls/button.js'
import { useFocusText } from './use-focus-text.js'

interface PresetsProps {
  /** Nothing is said yet, so nothing is lost. */
  readonly isEmpty: boolean
  readonly onChoose: (preset: FocusPreset) => void
}

/** Common purposes to begin from. They only fill the fields. */
export function Presets({ isEmpty, onChoose }: PresetsProps) {
  const text = useFocusText()
  const id = useId()
  const presets = useFocusPresets().data ?? []
  if (presets.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-strong text-ink-2">
        {text.presets}
      </h2>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button key={preset.id} small onClick={() => onChoose(preset)}>
            {text.presetNames[preset.id]}
          </Button>
        ))}
      </div>
      <p className="text-xs text-ink-3">{isEmpty ? text.presetsSay : text.presetsReplace}</p>
    </div>
  )
}
