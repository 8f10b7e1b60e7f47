import { oneLine } from '../../platform/mail/mail-text.js'

/** What a mail with a link to set a password says. */
interface PasswordMailFacts {
  readonly purpose: 'invitation' | 'reset'
  readonly link: string
  /** Name of the organisation. */
  readonly organisation: string
  /** Name of the person. */
  readonly name: string
}

/** Plain text, and each name in one line: what people chose as names cannot pass for a part of the mail. */
export function writePasswordMail(facts: PasswordMailFacts): { subject: string; text: string } {
  const { organisation, name } = facts
  const plain = { ...facts, organisation: oneLine(organisation), name: oneLine(name) }
  return facts.purpose === 'invitation' ? invitation(plain) : reset(plain)
}

function invitation({ link, organisation, name }: PasswordMailFacts) {
  return {
    subject: `You are invited to ${organisation} on Sightline`,
    text: `Hello ${name},

You have been given an account for the cameras of ${organisation}. Choose your password here:

${link}

The link works once, for seven days. Whoever has it can set your password: do not pass it on.
`,
  }
}

function reset({ link, organisation, name }: PasswordMailFacts) {
  return {
    subject: `Set a new password for ${organisation} on Sightline`,
    text: `Hello ${name},

An administrator of ${organisation} asked for a new password for you. Choose it here:

${link}

The link works once, for one hour. Your present password works until you choose another.
`,
  }
}
