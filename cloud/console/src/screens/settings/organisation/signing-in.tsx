import { type Organisation, useChangeOrganisation } from '../../../api/organisation.js'
import { useUsers } from '../../../api/users.js'
import { Check } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { lastActions } from '../../../frame/last-actions.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { useReason } from '../save-row.js'
import { useOrganisationText } from './use-organisation-text.js'

/** Whether everybody proves a second factor, and whom that concerns. */
export function SigningIn({ organisation }: { organisation: Organisation }) {
  const text = useOrganisationText()
  const change = useChangeOrganisation()
  const reason = useReason(change.error)
  const isOn = change.isPending
    ? change.variables.require_second_factor === true
    : organisation.require_second_factor
  const choose = (chosen: boolean): void =>
    change.mutate(
      { require_second_factor: chosen },
      {
        onSuccess: () =>
          lastActions.remember({
            said: text.saidFactor(chosen),
            takeBack: () => change.mutateAsync({ require_second_factor: !chosen }),
          }),
      },
    )
  return (
    <Section title={text.signingIn}>
      <div>
        <Check
          label={text.factor}
          checked={isOn}
          disabled={change.isPending}
          onChange={({ target }) => choose(target.checked)}
        />
        <p className="text-xs text-ink-3">{text.factorWhy}</p>
      </div>
      <Without />
      {change.isError && (
        <div role="alert">
          <Note tone="alarm">{reason}</Note>
        </div>
      )}
    </Section>
  )
}

/** How many of those who may sign in have no second factor. */
function Without() {
  const text = useOrganisationText()
  const language = useLanguage()
  const { users, isComplete } = useUsers()
  if (!users || !isComplete) return null
  const without = users.filter((user) => user.enabled && !user.has_second_factor).length
  return (
    <p className="text-ink-2">
      {without === 0 ? text.everybodyHas : text.without(countOf(without, language), without === 1)}
    </p>
  )
}
