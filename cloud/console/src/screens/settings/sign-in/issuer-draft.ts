import type { SignInGroup, SingleSignOnBody, SingleSignOnSetting } from '../../../api/single-sign-on.js'

/** The setting as it stands in the form. */
export interface IssuerForm {
  readonly enabled: boolean
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** What was typed; empty: the stored one stays. */
  readonly secret: string
  /** Separated by blanks. */
  readonly scopes: string
  readonly groupsClaim: string
  readonly groups: readonly GroupForm[]
  readonly createUsers: boolean
  readonly linkUsers: boolean
}

/** A group as it stands in the form; `key` stays while it is changed. */
export interface GroupForm {
  readonly key: number
  readonly group: string
  readonly role: SignInGroup['role']
  readonly siteIds: readonly string[]
}

/** Where nothing is set yet. */
const nothing: IssuerForm = {
  enabled: true,
  name: '',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: '',
  groupsClaim: 'groups',
  groups: [],
  createUsers: true,
  linkUsers: false,
}

/** What stands in the form at first. */
export function formOf(setting: SingleSignOnSetting | null): IssuerForm {
  if (!setting) return nothing
  return {
    enabled: setting.enabled,
    name: setting.name,
    issuer: setting.issuer,
    clientId: setting.client_id,
    secret: '',
    scopes: setting.scopes.join(' '),
    groupsClaim: setting.groups_claim,
    groups: setting.groups.map(({ group, role, site_ids: siteIds }, key) => ({ key, group, role, siteIds })),
    createUsers: setting.create_users,
    linkUsers: setting.link_users,
  }
}

/** What is sent. */
export function bodyOf(form: IssuerForm): SingleSignOnBody {
  return {
    enabled: form.enabled,
    name: form.name.trim(),
    issuer: form.issuer.trim(),
    client_id: form.clientId.trim(),
    ...(form.secret !== '' && { client_secret: form.secret }),
    scopes: form.scopes.split(/\s+/).filter((one) => one !== ''),
    groups_claim: form.groupsClaim.trim(),
    groups: form.groups.map(({ group, role, siteIds }) => ({
      group: group.trim(),
      role,
      site_ids: role === 'viewer' ? [...siteIds] : [],
    })),
    create_users: form.createUsers,
    link_users: form.linkUsers,
  }
}

/** Why a group cannot be saved as it stands; null: it can. */
export type GroupProblem = 'needed' | 'groupTwice' | 'noSites' | null

export function groupProblem(one: GroupForm, all: readonly GroupForm[]): GroupProblem {
  const group = one.group.trim()
  if (group === '') return 'needed'
  if (all.some((other) => other.key !== one.key && other.group.trim() === group)) return 'groupTwice'
  return one.role === 'viewer' && one.siteIds.length === 0 ? 'noSites' : null
}

/** Whether all that is needed is there. */
export const isWhole = ({ name, issuer, clientId, groupsClaim, groups }: IssuerForm): boolean =>
  [name, issuer, clientId, groupsClaim].every((typed) => typed.trim() !== '') &&
  groups.every((one) => groupProblem(one, groups) === null)
