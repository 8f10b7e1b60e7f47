import { problemAt } from '../../../api/refusal.js'
import { Button, IconButton } from '../../../controls/button.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { SelectField } from '../../../controls/select-field.js'
import { useText } from '../../../text/use-text.js'
import { SiteChoice } from '../site-choice.js'
import { type GroupForm, groupProblem } from './issuer-draft.js'
import type { IssuerPartProps } from './issuer-fields.js'
import { useSignInText } from './use-sign-in-text.js'

const roles = ['viewer', 'operator', 'admin'] as const

/** What groups of the issuer give. */
export function Groups({ value: { groups }, change, isTried, error }: IssuerPartProps) {
  const text = useSignInText()
  const refused = problemAt(error, 'groups')
  const put = (key: number, part: Partial<GroupForm>): void =>
    change({ groups: groups.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  const add = (): void => {
    const key = Math.max(-1, ...groups.map((one) => one.key)) + 1
    change({ groups: [...groups, { key, group: '', role: 'viewer', siteIds: [] }] })
  }
  return (
    <Section title={text.groupsTitle}>
      <p className="text-ink-2">{text.groupsWhy}</p>
      {groups.length === 0 && <Note tone="warn">{text.noGroups}</Note>}
      <ul className="flex flex-col divide-y divide-line empty:hidden">
        {groups.map((one) => (
          <Group
            key={one.key}
            group={one}
            problem={isTried ? groupProblem(one, groups) : null}
            onChange={(part) => put(one.key, part)}
            onRemove={() => change({ groups: groups.filter(({ key }) => key !== one.key) })}
          />
        ))}
      </ul>
      {refused !== undefined && <p className="text-xs text-alarm">{refused}</p>}
      <Button icon="plus" className="self-start" onClick={add}>
        {text.addGroup}
      </Button>
    </Section>
  )
}

interface GroupProps {
  readonly group: GroupForm
  readonly problem: ReturnType<typeof groupProblem>
  readonly onChange: (part: Partial<GroupForm>) => void
  readonly onRemove: () => void
}

function Group({ group: one, problem, onChange, onRemove }: GroupProps) {
  const text = useSignInText()
  const { frame } = useText()
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start gap-2">
        <Field
          label={text.group}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          value={one.group}
          problem={problem === 'needed' || problem === 'groupTwice' ? text[problem] : undefined}
          onChange={({ target }) => onChange({ group: target.value })}
          className="min-w-0 flex-1"
        />
        <SelectField
          label={text.role}
          value={one.role}
          options={roles.map((role) => ({ value: role, says: frame.role[role] }))}
          onChange={(role) => onChange({ role })}
          className="w-[132px] flex-none"
        />
        <IconButton
          icon="trash"
          label={text.takeGroup(one.group)}
          onClick={onRemove}
          // Beside the fields, whose names stand above them.
          className="mt-[24px]"
        />
      </div>
      {one.role === 'viewer' && (
        <SiteChoice
          chosen={one.siteIds}
          onChange={(siteIds) => onChange({ siteIds })}
          problem={problem === 'noSites' ? text.noSites : undefined}
        />
      )}
    </li>
  )
}
