import { useSingleSignOn } from '../../../api/single-sign-on.js'
import { Button } from '../../../controls/button.js'
import { CopyField } from '../../../controls/copy-field.js'
import { Section } from '../../../controls/section.js'
import { Centred, Loading } from '../../../frame/page-states.js'
import { useText } from '../../../text/use-text.js'
import { SettingsBar, SettingsParts } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { IssuerSetting } from './issuer-setting.js'
import { RemoveIssuer } from './remove-issuer.js'
import { useSignInText } from './use-sign-in-text.js'

/** The issuer by which people of the organisation sign in, for owners. */
export function SignInPage() {
  const settings = useSettingsText()
  const text = useSignInText()
  const { frame } = useText()
  const { data, isPending, isError, refetch } = useSingleSignOn()
  return (
    <>
      <SettingsBar title={settings.sections.signIn} />
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={settings.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {data && (
        <SettingsParts>
          <p className="text-ink-2">
            {text.why} {text.factor}
          </p>
          <Section title={text.there}>
            <p className="text-ink-2">{text.thereWhy}</p>
            <CopyField label={text.redirect} value={data.redirect_url} words={settings.copy} />
          </Section>
          <IssuerSetting setting={data.setting} />
          {data.setting && (
            <Section title={text.page}>
              <p className="text-ink-2">{text.pageWhy}</p>
              <CopyField label={text.page} value={data.sign_in_url} words={settings.copy} />
            </Section>
          )}
          {data.setting && <RemoveIssuer />}
        </SettingsParts>
      )}
    </>
  )
}
