import { useSites } from '../../../api/sites.js'
import { Check, Field } from '../../../controls/field.js'
import { SelectField } from '../../../controls/select-field.js'
import { longestName } from './camera-draft.js'
import { Contested, Group } from './controls.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

/** How the camera is called, where it stands, and whether it is on at all. */
export function GeneralGroup({ form }: { form: SettingsForm }) {
  const text = useSettingsText()
  const sites = useSites().data ?? []
  const { shown, now, saving } = form
  const refused = saving.kind === 'refused' ? saving.fields : {}
  const siteName = (id: string) => sites.find((site) => site.id === id)?.name ?? text.otherSite
  return (
    <Group title={text.general}>
      <Field
        label={text.name}
        value={shown.name}
        maxLength={longestName}
        autoComplete="off"
        onChange={({ target }) => form.set({ name: target.value })}
        problem={form.problem === 'nameMissing' ? text.nameMissing : refused['name']}
      />
      <Contested form={form} name="name" theirs={now.name} />
      {sites.length > 1 && (
        <SelectField
          label={text.site}
          value={shown.site_id}
          options={sites.map(({ id, name }) => ({ value: id, says: name }))}
          hint={text.siteSays}
          onChange={(site_id) => form.set({ site_id })}
        />
      )}
      <Contested form={form} name="site_id" theirs={siteName(now.site_id)} />
      <div>
        <Check
          label={text.enabled}
          checked={shown.enabled}
          onChange={({ target }) => form.set({ enabled: target.checked })}
        />
        <p className="text-xs text-ink-3">{shown.enabled ? text.enabledSays : text.disabledSays}</p>
      </div>
      <Contested form={form} name="enabled" theirs={now.enabled ? text.on : text.off} />
    </Group>
  )
}
