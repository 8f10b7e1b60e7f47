import { useCostOfWeek, useEventsOfWeek, usePromptPackNames } from '../../../api/camera-settings.js'
import { Field } from '../../../controls/field.js'
import { SelectField } from '../../../controls/select-field.js'
import { mayAs } from '../../../session/session-user.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { Contested, Group, Segments } from './controls.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

const modes = ['snapshot_only', 'multi_frame', 'full_video', 'disabled'] as const
const longestModel = 100

/** How much of each event a model looks at, and by whose instructions. */
export function AiGroup({ form, cameraId }: { form: SettingsForm; cameraId: string }) {
  const text = useSettingsText()
  const packs = usePromptPackNames().data ?? []
  const { shown, now, saving } = form
  const refused = saving.kind === 'refused' ? saving.fields : {}
  const packName = (id: string | null) =>
    id === null ? text.noPack : (packs.find((pack) => pack.id === id)?.name ?? text.otherPack)
  return (
    <Group title={text.ai}>
      <Segments
        label={text.aiMode}
        value={shown.ai_analysis_mode}
        options={modes.map((value) => ({ value, name: text.aiModes[value], says: text.aiModeSays[value] }))}
        onChange={(ai_analysis_mode) => form.set({ ai_analysis_mode })}
      />
      <Contested form={form} name="ai_analysis_mode" theirs={text.aiModes[now.ai_analysis_mode]} />
      <CostADay cameraId={cameraId} />
      <Segments
        label={text.pass}
        value={shown.ai_pass_mode}
        options={[
          { value: 'one_pass', name: text.passes.one_pass, says: text.onePassSays },
          { value: 'two_pass', name: text.passes.two_pass, says: text.twoPassSays },
        ]}
        onChange={(ai_pass_mode) => form.set({ ai_pass_mode })}
      />
      <Contested form={form} name="ai_pass_mode" theirs={text.passes[now.ai_pass_mode]} />
      <SelectField
        label={text.pack}
        value={shown.prompt_pack_id ?? ''}
        options={[
          { value: '', says: text.noPack },
          ...packs.map(({ id, name }) => ({ value: id, says: name })),
          ...(shown.prompt_pack_id !== null && !packs.some(({ id }) => id === shown.prompt_pack_id)
            ? [{ value: shown.prompt_pack_id, says: text.otherPack }]
            : []),
        ]}
        hint={text.packSays}
        onChange={(chosen) => form.set({ prompt_pack_id: chosen === '' ? null : chosen })}
      />
      <Contested form={form} name="prompt_pack_id" theirs={packName(now.prompt_pack_id)} />
      <div className="flex flex-col gap-2">
        <div className="grid grid-cols-2 gap-3 max-wide:grid-cols-1">
          <Field
            label={text.provider}
            value={shown.ai_provider_override ?? ''}
            maxLength={longestModel}
            placeholder={text.asOrganisation}
            autoComplete="off"
            onChange={({ target }) => form.set({ ai_provider_override: orNull(target.value) })}
            problem={refused['ai_provider_override']}
          />
          <Field
            label={text.model}
            value={shown.ai_model_override ?? ''}
            maxLength={longestModel}
            placeholder={text.asOrganisation}
            autoComplete="off"
            onChange={({ target }) => form.set({ ai_model_override: orNull(target.value) })}
            problem={refused['ai_model_override']}
          />
        </div>
        <p className="text-xs text-ink-3">{text.modelSays}</p>
      </div>
      <Contested
        form={form}
        name="ai_provider_override"
        theirs={now.ai_provider_override ?? text.asOrganisation}
      />
      <Contested form={form} name="ai_model_override" theirs={now.ai_model_override ?? text.asOrganisation} />
    </Group>
  )
}

const orNull = (typed: string): string | null => (typed === '' ? null : typed)

const daysOfWeek = 7

/** What the camera's events cost a day: their number for everybody, the sum for those who may see costs. */
function CostADay({ cameraId }: { cameraId: string }) {
  const text = useSettingsText()
  const language = useLanguage()
  const { role } = useUser()
  const events = useEventsOfWeek(cameraId).data
  const cost = useCostOfWeek(cameraId, mayAs(role, 'admin')).data ?? null
  if (events === undefined) return null
  const shown = countOf(Math.round((events / daysOfWeek) * 10) / 10, language)
  return (
    <p className="rounded-2 bg-surface-2 px-3 py-2 text-ink-2">
      {cost === null ? text.eventsADay(shown) : text.costADay(shown, dollars(cost / daysOfWeek, language))}
    </p>
  )
}

const dollars = (amount: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 }).format(
    amount,
  )
