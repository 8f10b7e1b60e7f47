import { createTransport } from 'nodemailer'
import { insistsOnTls } from './mailer.js'

const waits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 10_000,
}

/** Connects to a mail server and logs in, as mails are sent. @throws the reason why that does not work */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ requireTLS: insistsOnTls(smtpUrl), ...waits, url: smtpUrl })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
