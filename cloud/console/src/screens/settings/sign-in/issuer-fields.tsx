import { problemAt } from '../../../api/refusal.js'
import { type SingleSignOnSetting, useTestIssuer } from '../../../api/single-sign-on.js'
import { Button } from '../../../controls/button.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import type { IssuerForm } from './issuer-draft.js'
import { useSignInText } from './use-sign-in-text.js'

/** A part of the form of an issuer. */
export interface IssuerPartProps {
  readonly value: IssuerForm
  readonly change: (part: Partial<IssuerForm>) => void
  /** Whether saving was tried: what is lacking is said then. */
  readonly isTried: boolean
  /** Why the service refused. */
  readonly error: unknown
}

/** Which issuer, and what it calls this service. */
export function IssuerFields({
  value,
  change,
  isTried,
  error,
  setting,
}: IssuerPartProps & { setting: SingleSignOnSetting | null }) {
  const text = useSignInText()
  const problem = (typed: string, path: string): string | undefined =>
    isTried && typed.trim() === '' ? text.needed : problemAt(error, path)
  const isOther = setting?.issuer !== value.issuer.trim() || setting.client_id !== value.clientId.trim()
  const kept = isOther ? text.secretAnew : text.secretKept
  return (
    <Section title={text.issuerTitle}>
      <Field
        label={text.name}
        hint={text.nameWhy}
        maxLength={100}
        value={value.name}
        problem={problem(value.name, 'name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label={text.issuer}
        hint={text.issuerWhy}
        type="url"
        maxLength={500}
        placeholder="https://id.example.com"
        spellCheck={false}
        autoCapitalize="none"
        value={value.issuer}
        problem={problem(value.issuer, 'issuer')}
        onChange={({ target }) => change({ issuer: target.value })}
      />
      <TestIssuer key={value.issuer} issuer={value.issuer.trim()} />
      <div className="grid grid-cols-2 items-start gap-4 max-wide:grid-cols-1">
        <Field
          label={text.clientId}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          value={value.clientId}
          problem={problem(value.clientId, 'client_id')}
          onChange={({ target }) => change({ clientId: target.value })}
        />
        <Field
          label={text.secret}
          hint={setting?.has_client_secret ? kept : text.secretNone}
          type="password"
          maxLength={1000}
          autoComplete="new-password"
          value={value.secret}
          problem={problemAt(error, 'client_secret')}
          onChange={({ target }) => change({ secret: target.value })}
        />
        <Field
          label={text.scopes}
          hint={text.scopesWhy}
          spellCheck={false}
          autoComplete="off"
          value={value.scopes}
          problem={problemAt(error, 'scopes.0')}
          onChange={({ target }) => change({ scopes: target.value })}
        />
        <Field
          label={text.claim}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          value={value.groupsClaim}
          problem={problem(value.groupsClaim, 'groups_claim')}
          onChange={({ target }) => change({ groupsClaim: target.value })}
        />
      </div>
    </Section>
  )
}

/** Has the service read what the issuer says of itself. */
function TestIssuer({ issuer }: { issuer: string }) {
  const text = useSignInText()
  const test = useTestIssuer()
  const found = test.data
  return (
    <div className="flex flex-col gap-2">
      <Button
        small
        className="self-start"
        disabled={issuer === '' || test.isPending}
        onClick={() => test.mutate(issuer)}
      >
        {text.test}
      </Button>
      <div role="status" className="empty:hidden">
        {test.isError && <Note tone="alarm">{problemAt(test.error, 'issuer') ?? text.testFailed}</Note>}
        {found && found.problem !== null && <Note tone="alarm">{text.testBad(found.problem)}</Note>}
        {found?.authorization_endpoint && (
          <Note tone="ok">{text.testGood(new URL(found.authorization_endpoint).host)}</Note>
        )}
      </div>
    </div>
  )
}
