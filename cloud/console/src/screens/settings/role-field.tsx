import { SelectField } from '../../controls/select-field.js'
import type { Role } from '../../session/session-user.js'
import { useText } from '../../text/use-text.js'
import { useSettingsText } from './use-settings-text.js'

interface RoleFieldProps {
  readonly value: Role
  /** Those to choose from; the one in use stands among them anyway. */
  readonly roles: readonly Role[]
  readonly disabled?: boolean
  readonly onChange: (role: Role) => void
}

/** A role, with what it may do. */
export function RoleField({ value, roles, disabled = false, onChange }: RoleFieldProps) {
  const text = useSettingsText()
  const { frame } = useText()
  const offered = roles.includes(value) ? roles : [...roles, value]
  return (
    <SelectField
      label={text.roleLabel}
      hint={text.mayAs[value]}
      value={value}
      disabled={disabled}
      options={offered.map((role) => ({ value: role, says: frame.role[role] }))}
      onChange={onChange}
    />
  )
}
