import { Contested, Group, Segments } from './controls.js'
import { TryOutList } from './try-out-list.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'
import type { Trying } from './use-trying.js'
import type { ZoneEditing } from './use-zone-editing.js'
import { ZoneList } from './zone-list.js'

const sensitivities = ['low', 'medium', 'high'] as const

interface MotionGroupProps {
  readonly form: SettingsForm
  readonly editing: ZoneEditing
  readonly trying: Trying
  readonly zone: string
}

/** What counts as movement: how much of it, and where; tried on what was recorded lately. */
export function MotionGroup({ form, editing, trying, zone }: MotionGroupProps) {
  const text = useSettingsText()
  const { shown, now } = form
  return (
    <Group title={text.motion}>
      <Segments
        label={text.sensitivity}
        value={shown.motion_sensitivity}
        options={sensitivities.map((value) => ({
          value,
          name: text.sensitivities[value],
          says: text.sensitivitySays[value],
        }))}
        onChange={(motion_sensitivity) => form.set({ motion_sensitivity })}
      />
      <Contested form={form} name="motion_sensitivity" theirs={text.sensitivities[now.motion_sensitivity]} />
      <ZoneList editing={editing} />
      <Contested form={form} name="motion_zones_json" theirs={text.zoneCount(now.motion_zones_json.length)} />
      <TryOutList trying={trying} zone={zone} />
    </Group>
  )
}
