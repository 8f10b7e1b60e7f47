import { Section } from '../../controls/section.js'
import { useMeText } from './use-me-text.js'

/** Says where somebody signs in whom the issuer of their organisation lets in. */
export function SignsInByIssuer() {
  const text = useMeText()
  return (
    <Section title={text.byIssuer}>
      <p className="text-ink-2">{text.byIssuerWhy}</p>
    </Section>
  )
}
